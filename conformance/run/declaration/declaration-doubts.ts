/** Finds failures that a wrong declaration of the rate limit may explain, and other signs of a wrong target file. */
import { raceDoubts } from "../../laws/limiter/concurrent-race.ts";
import { findSeparateCounts } from "../../laws/limiter/separate-counts.ts";
import type { Sequence } from "../../laws/sequence-law.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import type { Judged } from "../../model/verdict.ts";
import { undecided } from "../unjudged-verdict.ts";
import { expiryDoubts } from "./declared-expiry.ts";
import { limitDoubts } from "./declared-limit.ts";
import { windowDoubt } from "./declared-window.ts";
import { deniedDoubts } from "./denied-like-unknown.ts";
import { limiterDoubts, setWindow } from "./limiter-behaviour.ts";
import { explainByOtherLimit, type JudgedRun, restsOnDeclaredLimit } from "./other-limit.ts";
import { sessionDoubts } from "./session-organization.ts";

interface Doubted {
  /** The results. Failures that another declaration explains are inconclusive. */
  readonly judged: readonly Judged[];
  readonly doubts: readonly string[];
  /** Whether a doubt asks for another `windowSeconds`. */
  readonly isWindowInDoubt: boolean;
  /** Why the run is incomplete; none if no other rate limit explains a failure. */
  readonly incomplete: readonly string[];
}

/** Gives an undecided law its reason, if one is known. */
function withReason(each: Judged, reason: string | undefined): Judged {
  const { verdict } = each;
  if (verdict.verdict !== "inconclusive" || verdict.reason !== undecided || reason === undefined) return each;
  return { ...each, verdict: { ...verdict, reason } };
}

/** Why laws are undecided: names a failed check of the limiter, preferably one of `findSeparateCounts`. Undefined if none failed. */
function whyUndecided(failed: ReadonlySet<string>): string | undefined {
  const failing = [...findSeparateCounts, ...failed].find((id) => failed.has(id) && id.startsWith("limit."));
  return failing && `the responses of this run cannot decide it as long as ${failing} fails`;
}

/** The reason why a run is incomplete. */
export const limitInDoubt = "the declared `rateLimit` is in doubt";

/** `judged`: the results of the laws, with the declared `rateLimits`. */
export function withDeclarationDoubts(
  run: JudgedRun,
  judged: readonly Judged[],
  sequence: Sequence,
  rateLimits: RateLimits | null,
): Doubted {
  const { target, hasFreshTokens = false } = run;
  const { exchanges, histories } = sequence;
  const explained = explainByOtherLimit(run, judged, rateLimits, sequence);
  const failed = new Set(judged.flatMap(({ check, verdict }) => (verdict.verdict === "fail" ? [check.id] : [])));
  const reason = explained === undefined ? whyUndecided(failed) : restsOnDeclaredLimit;
  const ofLimiter =
    rateLimits === null || explained?.windowSeconds === undefined
      ? limiterDoubts(histories, failed)
      : [windowDoubt(rateLimits, explained.windowSeconds)];
  const inDoubt = explained?.windowSeconds === undefined ? [limitInDoubt] : ofLimiter;
  return {
    isWindowInDoubt: ofLimiter.some((doubt) => doubt.includes(setWindow)),
    judged: (explained?.judged ?? judged).map((each) => withReason(each, reason)),
    doubts: [
      ...limitDoubts(rateLimits, target, exchanges),
      ...sessionDoubts(target, exchanges),
      ...raceDoubts(judged, exchanges),
      ...(hasFreshTokens ? [] : [...expiryDoubts(target, exchanges), ...deniedDoubts(target, exchanges)]),
      ...ofLimiter,
    ],
    incomplete: explained === undefined ? [] : inDoubt,
  };
}
