/** Applies the laws of a run to its exchanges. A law with nothing to judge gets the run's reason. */
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { noneRefused } from "../laws/errors.ts";
import type { Sequence } from "../laws/sequence-law.ts";
import type { RateLimits } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import type { Discovery } from "./discovery/discover.ts";
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
  return run.laws.map(({ kind, check }) =>
    kind === "law"
      ? withSelectionNamed(judgeLaw(check, exchanges, context), run)
      : inFull(
          judgeSequence(check, sequence, unjudgedReason(check, crossing, run, discovery)),
          unsentMethods(check, crossing, run),
        ),
  );
}

/** If nothing was refused because of --only, --skip or a cut, the reason says so. */
function withSelectionNamed(judged: Judged, { only, skip, client }: Run): Judged {
  const { verdict } = judged;
  if (verdict.verdict !== "skip" || !verdict.reason.startsWith(noneRefused)) return judged;
  const flags = [...(only === undefined ? [] : ["--only"]), ...(skip === undefined ? [] : ["--skip"])];
  const cutBy = client.cutBy?.();
  const change = cutBy ?? (flags.length === 0 ? undefined : `leave out ${flags.join(" and ")}`);
  return change === undefined ? judged : { ...judged, verdict: { ...verdict, reason: `${noneRefused}: ${change}` } };
}

/** A law does not pass for methods that were not sent. */
const inFull = (judged: Judged, unsent: string | undefined): Judged =>
  unsent !== undefined && judged.verdict.verdict === "pass" ? { ...judged, verdict: unjudged("skip", unsent) } : judged;
