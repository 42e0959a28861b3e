/** Applies the laws to exchanges, whoever sent their requests. Sends nothing itself. */
import { type BodyProblem, createBodyValidator } from "../../spec/body.ts";
import type { Contract } from "../../spec/contract.ts";
import type { Law, LawContext, RateLimits } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Fail, type Finding, holds, type Judged, unjudged, type Verdict } from "../model/verdict.ts";
import type { Sequence, SequenceLaw } from "./sequence-law.ts";

/** What the body of each exchange violates: laws are applied while a run goes on, at its end, and to find causes. */
const problemsUnder = new WeakMap<Contract, WeakMap<Exchange, readonly BodyProblem[]>>();

/** The context of laws on Node and Deno: bodies are judged by the contract, once for each exchange. */
export function createLawContext(contract: Contract, rateLimit: RateLimits | null): LawContext {
  const validate = createBodyValidator(contract);
  const cache = problemsUnder.get(contract) ?? new WeakMap<Exchange, readonly BodyProblem[]>();
  problemsUnder.set(contract, cache);
  return {
    rateLimit,
    declaredStatuses: ({ operation }) =>
      operation === undefined ? [] : [...contract.operation(operation).responses.keys()],
    problems(exchange) {
      const cached = cache.get(exchange);
      if (cached !== undefined) return cached;
      const problems =
        exchange.operation === undefined || !exchange.isJson()
          ? []
          : validate(exchange.operation, exchange.status, exchange.json());
      cache.set(exchange, problems);
      return problems;
    },
  };
}

/** A result names at most this many exchanges that prove it. */
const maxShown = 20;

/** The last exchange is kept, since in a sequence the others lead to it. */
const firstAndLast = (exchanges: readonly number[]) =>
  exchanges.length <= maxShown ? exchanges : [...exchanges.slice(0, maxShown - 1), ...exchanges.slice(-1)];

/** Where neither the law nor the run says why. */
export const noExchange = "no exchange of this run shows it";

export function judgeLaw(law: Law, exchanges: readonly Exchange[], context: LawContext): Judged {
  const failures: { readonly index: number; readonly verdict: Fail }[] = [];
  let judged = 0;
  let reason = "";
  for (const exchange of exchanges) {
    const verdict = law.judge(exchange, context);
    if (verdict.verdict !== "not-applicable") judged += 1;
    else if (reason === "") reason = verdict.reason;
    if (verdict.verdict === "fail") failures.push({ index: exchange.index, verdict });
  }
  return { check: law, verdict: verdictOf(), judged, failed: failures.length };

  function verdictOf(): Verdict {
    const [first] = failures;
    if (first === undefined) return judged > 0 ? holds : unjudged("skip", reason || law.unseen || noExchange);
    const { others: _, ...verdict } = first.verdict;
    const proof = failures.slice(0, maxShown).map(({ index }) => index);
    return { ...verdict, findings: findingsOf(failures), exchanges: proof, shown: first.index };
  }
}

/** A result holds at most this many different findings: a response of megabytes may have one in each item. */
const maxFindings = 500;

/** The different findings, in the order in which they were seen first. */
function findingsOf(failures: readonly { readonly index: number; readonly verdict: Fail }[]): readonly Finding[] {
  const found = new Map<string, Finding & { readonly exchanges: number[] }>();
  for (const { index, verdict } of failures) {
    for (const { expected, actual } of [verdict, ...(verdict.others ?? [])]) {
      const key = JSON.stringify([expected, actual]);
      const known = found.get(key);
      if (known === undefined && found.size < maxFindings) found.set(key, { expected, actual, exchanges: [index] });
      else if (known !== undefined && known.exchanges.at(-1) !== index) known.exchanges.push(index);
    }
  }
  return [...found.values()];
}

/** `unseen` says why there may be nothing to judge, where the law's verdict does not say it. */
export function judgeSequence(
  law: SequenceLaw,
  sequence: Sequence,
  unseen: Verdict = unjudged("skip", law.unseen ?? noExchange),
): Judged {
  const verdict = sequence.verdictOf(law);
  if (verdict.verdict === "not-applicable") {
    const skip = verdict.reason === "" ? unseen : unjudged("skip", verdict.reason);
    return { check: law, verdict: skip, judged: 0, failed: 0 };
  }
  const counts = { judged: sequence.exchanges.length, failed: verdict.verdict === "fail" ? 1 : 0 };
  return { check: law, verdict: { ...verdict, exchanges: firstAndLast(verdict.exchanges) }, ...counts };
}
