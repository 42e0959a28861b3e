/** Applies the laws to exchanges, whoever caused them. Sends nothing. */
import { createBodyValidator } from "../../spec/body.ts";
import type { Contract } from "../../spec/contract.ts";
import type { Finding, Law, LawContext, RateLimit, SequenceLaw } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Outcome } from "../run/attempt.ts";

export interface LawOutcome extends Outcome {
  /** How many exchanges the law judged, and how many of them failed. */
  readonly judged: number;
  readonly failed: number;
}

/** The context of laws on Node and Deno: bodies are judged by the contract, once for each exchange. */
export function createLawContext(contract: Contract, rateLimit: RateLimit | null): LawContext {
  const validate = createBodyValidator(contract);
  const known = new WeakMap<Exchange, ReturnType<typeof validate>>();
  return {
    rateLimit,
    declaredStatuses: ({ operation }) =>
      operation === undefined ? [] : [...contract.operation(operation).responses.keys()],
    problems(exchange) {
      const before = known.get(exchange);
      if (before !== undefined) return before;
      const problems =
        exchange.operation === undefined || !exchange.isJson()
          ? []
          : validate(exchange.operation, exchange.status, exchange.json());
      known.set(exchange, problems);
      return problems;
    },
  };
}

/** How many proving exchanges a result names. */
const mostShown = 20;

/** No more than that: the last of a sequence is what the ones before it led to. */
const firstAndLast = (exchanges: readonly number[]) =>
  exchanges.length <= mostShown ? exchanges : [...exchanges.slice(0, mostShown - 1), ...exchanges.slice(-1)];

export function judgeLaw(law: Law, exchanges: readonly Exchange[], context: LawContext): LawOutcome {
  const failures: { readonly index: number; readonly finding: Finding }[] = [];
  let judged = 0;
  for (const exchange of exchanges) {
    const judgement = law.judge(exchange, context);
    if (judgement.verdict === "not-applicable") continue;
    judged += 1;
    if (judgement.verdict === "fail") failures.push({ index: exchange.index, finding: judgement });
  }
  const [first] = failures;
  if (first !== undefined) {
    const { expected, actual } = first.finding;
    const message = `expected ${expected}; actual ${actual}`;
    const proof = failures.slice(0, mostShown).map(({ index }) => index);
    return {
      verdict: "fail",
      message,
      expected,
      actual,
      exchanges: proof,
      shown: first.index,
      judged,
      failed: failures.length,
    };
  }
  if (judged > 0) return { verdict: "pass", message: "", exchanges: [], judged, failed: 0 };
  return { verdict: "skip", message: "no exchange of this run shows it", exchanges: [], judged, failed: 0 };
}

/** `unseen` says why there may be nothing to judge. */
export function judgeSequence(
  law: SequenceLaw,
  exchanges: readonly Exchange[],
  context: LawContext,
  unseen: Outcome,
): LawOutcome {
  const judgement = law.judge(exchanges, context);
  const judged = exchanges.length;
  switch (judgement.verdict) {
    case "pass":
      return { verdict: "pass", message: "", exchanges: [], judged, failed: 0 };
    case "fail": {
      const { expected, actual, shown } = judgement;
      const message = `expected ${expected}; actual ${actual}`;
      return {
        verdict: "fail",
        message,
        expected,
        actual,
        exchanges: firstAndLast(judgement.exchanges),
        ...(shown === undefined ? {} : { shown }),
        judged,
        failed: 1,
      };
    }
    case "inconclusive":
      return { verdict: "inconclusive", message: judgement.reason, exchanges: [], judged, failed: 0 };
    default:
      return { ...unseen, judged: 0, failed: 0 };
  }
}
