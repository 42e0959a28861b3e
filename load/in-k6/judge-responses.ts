/** Judges each response by the suite's laws as it comes. Pure but for its counts. */
import type { Finding, Law, LawContext } from "../../conformance/check.ts";
import type { Exchange } from "../../conformance/exchange.ts";

/** How many exchanges a law has judged, and how many of them failed. */
interface Counts {
  judged: number;
  failed: number;
}
export type CountsByLaw = ReadonlyMap<Law, Counts>;

export interface ResponseJudge {
  judge(exchange: Exchange): void;
  countsByLaw(): CountsByLaw;
  /** How many judgements there were since the last call. */
  takeJudgedCount(): number;
}

/** Called for every failure; `isFirst`: the first of this law. */
export type OnFailure = (law: Law, finding: Finding, isFirst: boolean) => void;

export function createResponseJudge(laws: readonly Law[], context: LawContext, onFailure: OnFailure): ResponseJudge {
  const countsByLaw = new Map<Law, Counts>();
  let judgedCount = 0;

  function judgeBy(law: Law, exchange: Exchange): void {
    const judgement = law.judge(exchange, context);
    if (judgement.verdict === "not-applicable") return;
    const counts = countsByLaw.get(law) ?? { judged: 0, failed: 0 };
    countsByLaw.set(law, counts);
    counts.judged += 1;
    judgedCount += 1;
    if (judgement.verdict === "pass") return;
    counts.failed += 1;
    onFailure(law, judgement, counts.failed === 1);
  }

  return {
    judge(exchange) {
      for (const law of laws) judgeBy(law, exchange);
    },
    countsByLaw: () => countsByLaw,
    takeJudgedCount() {
      const count = judgedCount;
      judgedCount = 0;
      return count;
    },
  };
}
