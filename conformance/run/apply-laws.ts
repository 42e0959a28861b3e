/** Applies the laws of a run to its exchanges. A law with nothing to judge gets the run's reason. */
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { noneRejected } from "../laws/errors.ts";
import type { Sequence } from "../laws/sequence-law.ts";
import type { Exchange } from "../model/exchange.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import type { Discovery } from "./discovery/discover.ts";
import { missingRole } from "./discovery/roles.ts";
import type { Crossing } from "./limit/cross.ts";
import type { Run } from "./run.ts";
import { unjudgedReason, unsentMethods } from "./unjudged-reason.ts";

interface JudgedBy {
  readonly discovery: Discovery;
  readonly crossing: Crossing;
  readonly rateLimits: RateLimits | null;
  readonly sequence: Sequence;
}

export function applyLaws(
  run: Run,
  exchanges: readonly Exchange[],
  { discovery, crossing, rateLimits, sequence }: JudgedBy,
): readonly Judged[] {
  const context = createLawContext(run.contract, rateLimits);
  if (discovery.kind === "other-api" && !run.hasFreshTokens)
    return run.laws.map(({ check }) => ({ check, verdict: unjudged("skip", discovery.skipReason) }));
  const cutBy = run.client.cutBy?.();
  return run.laws.map((law) => withRunNamed(judgedBy(law), run, discovery));

  function judgedBy({ kind, check }: Run["laws"][number]): Judged {
    if (kind === "law") return unlessCut(withSelectionNamed(judgeLaw(check, exchanges, context), run), cutBy);
    const judged = judgeSequence(check, sequence, unjudgedReason(check, crossing, run, discovery));
    const isLeftOut = check.needs?.limitExceeded === true && crossing.outcome === "not-attempted";
    return unlessCut(inFull(judged, unsentMethods(check, crossing, run)), isLeftOut ? undefined : cutBy);
  }
}

/** What a law finds nothing of, the target may have: no credential was served that could show it, or part of the run was left out. */
function withRunNamed(judged: Judged, { sentBy }: Run, { cast }: Discovery): Judged {
  const { check, verdict } = judged;
  if (verdict.verdict !== "skip") return judged;
  const skip = (reason: string) => ({ ...judged, verdict: { ...verdict, reason } });
  if (sentBy !== undefined)
    return skip(`what was sent shows nothing of it: fpk check --only ${check.id} sends all of a run`);
  const isOfErrors = ["limit.", "error."].some((prefix) => check.id.startsWith(prefix));
  return cast.callers.length === 0 && !isOfErrors ? skip(missingRole(cast, "key")) : judged;
}

/** What a law lacks in a run that was cut, the target may well have. */
const unlessCut = (judged: Judged, cutBy: string | undefined): Judged =>
  cutBy !== undefined && judged.verdict.verdict === "skip"
    ? { ...judged, verdict: unjudged("inconclusive", cutBy) }
    : judged;

/** If nothing was rejected because of --only or --skip, the reason says so. */
function withSelectionNamed(judged: Judged, { only, skip }: Run): Judged {
  const { verdict } = judged;
  if (verdict.verdict !== "skip" || !verdict.reason.startsWith(noneRejected)) return judged;
  const flags = [...(only === undefined ? [] : ["--only"]), ...(skip === undefined ? [] : ["--skip"])];
  if (flags.length === 0) return judged;
  return { ...judged, verdict: { ...verdict, reason: `${noneRejected}: leave out ${flags.join(" and ")}` } };
}

/** A law does not pass for methods that were not sent. */
const inFull = (judged: Judged, unsent: string | undefined): Judged =>
  unsent !== undefined && judged.verdict.verdict === "pass" ? { ...judged, verdict: unjudged("skip", unsent) } : judged;
