/** Which failures of a load run rest on a rate limit that may be declared wrongly, and what else its exchanges say of the target file. */
import type { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { RateLimits } from "../../conformance/model/rate-limit.ts";
import type { Judged } from "../../conformance/model/verdict.ts";
import { expiryDoubts } from "../../conformance/run/declaration/declared-expiry.ts";
import { limitDoubts } from "../../conformance/run/declaration/declared-limit.ts";
import { windowDoubt } from "../../conformance/run/declaration/declared-window.ts";
import { doubtLimit } from "../../conformance/run/declaration/limit-in-doubt.ts";
import { limiterDoubts } from "../../conformance/run/declaration/limiter-behaviour.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import type { Contract } from "../../spec/contract.ts";
import { lawsOf } from "./judge-records.ts";

interface Doubted {
  /** Failures that another declaration would not have are inconclusive. */
  readonly judged: readonly Judged[];
  readonly doubts: readonly string[];
  readonly incomplete: readonly string[];
}

/** `judged`: the results of the laws, with the declared `rateLimits`. */
export function withDeclarationDoubts(
  judged: readonly Judged[],
  sequence: Sequence,
  { target, contract, rateLimits }: { target: Target; contract: Contract; rateLimits: RateLimits | null },
): Doubted {
  const { exchanges } = sequence;
  const inDoubt = doubtLimit({ target, contract, laws: lawsOf(contract) }, judged, rateLimits, sequence);
  const failed = new Set(judged.flatMap(({ check, verdict }) => (verdict.verdict === "fail" ? [check.id] : [])));
  const ofLimiter = () =>
    rateLimits === null || inDoubt.windowSeconds === undefined
      ? limiterDoubts(sequence.histories, failed)
      : [windowDoubt(rateLimits, inDoubt.windowSeconds)];
  return {
    judged: inDoubt.judged,
    doubts: [
      ...limitDoubts(rateLimits, target, exchanges),
      ...expiryDoubts(target, exchanges),
      ...(failed.size === 0 && inDoubt.incomplete.length === 0 ? [] : ofLimiter()),
    ],
    incomplete: inDoubt.incomplete,
  };
}
