/** Applies the laws of a run to its exchanges. A law that finds nothing to judge gets a reason that fits the run. */
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
import { unjudgedVerdict, unsentMethods } from "./unjudged-verdict.ts";

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
  if (discovery.kind === "other-api" && !run.hasFreshTokens)
    return run.laws.map(({ check }) => ({ check, verdict: unjudged("skip", discovery.skipReason) }));
  const context = createLawContext(run.contract, rateLimits);
  return run.laws.map(({ kind, check }) => {
    if (kind === "law") return withReasonOfRun(judgeLaw(check, exchanges, context));
    const explanation = sequence.explanationOf(check);
    const judged = judgeSequence(check, sequence, unjudgedVerdict(check, crossing, run, discovery, explanation));
    const unsent = unsentMethods(check, crossing, run);
    // A law about every method must not pass if some methods were not sent.
    const isInFull = unsent === undefined || judged.verdict.verdict !== "pass";
    const isLeftOut = check.needs?.limitExceeded === true && crossing.outcome === "not-attempted";
    return withReasonOfRun(isInFull ? judged : { ...judged, verdict: unjudged("skip", unsent) }, isLeftOut);
  });

  /** Replaces a law's reason for a skip if the run was stopped, part of it was left out, or no credential was served. */
  function withReasonOfRun(judged: Judged, isLeftOut = false): Judged {
    const { check, verdict } = judged;
    if (verdict.verdict !== "skip") return judged;
    const cutBy = isLeftOut ? undefined : run.client.cutBy();
    if (cutBy !== undefined) return { ...judged, verdict: unjudged("inconclusive", cutBy) };
    const reason = reasonOfRun(check.id, verdict.reason, run, discovery) ?? verdict.reason;
    return { ...judged, verdict: { ...verdict, reason } };
  }
}

function reasonOfRun(id: string, reason: string, { sentBy, only, skip }: Run, { cast }: Discovery): string | undefined {
  if (sentBy !== undefined)
    return `the requests of the cases in --sent-by show nothing that this check judges: fpk check --only ${id} sends those of all cases`;
  const canBeJudgedOn401s = ["limit.", "error."].some((prefix) => id.startsWith(prefix));
  if (cast.callers.length === 0 && !canBeJudgedOn401s) return missingRole(cast, "key");
  const flags = [...(only === undefined ? [] : ["--only"]), ...(skip === undefined ? [] : ["--skip"])];
  const isNothingRejected = reason.startsWith(noneRejected) && flags.length > 0;
  return isNothingRejected ? `${noneRejected}: leave out ${flags.join(" and ")}` : undefined;
}
