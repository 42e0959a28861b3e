/** Each organization is judged by itself; a law's verdict is the worst of theirs. */
import { notApplicable, type Verdict } from "../../model/verdict.ts";
import type { Sequence } from "../sequence-law.ts";
import type { History } from "./history.ts";

/** A failure before an inconclusive verdict before a pass; `not-applicable` where nothing was judged. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.find(({ verdict }) => verdict === "fail") ??
    verdicts.find(({ verdict }) => verdict === "inconclusive") ??
    verdicts.find(({ verdict }) => verdict === "pass") ??
    notApplicable
  );
}

export const worstOfHistories =
  (judge: (history: History) => Verdict) =>
  ({ histories }: Sequence): Verdict =>
    worst(histories.map(judge));
