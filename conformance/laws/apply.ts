/** Applies the laws to exchanges, no matter who sent them. Sends nothing. */
import { type BodyProblem, createBodyValidator } from "../../spec/body.ts";
import type { Contract } from "../../spec/contract.ts";
import { byOperation, type Law, type LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import {
  type Difference,
  type Fail,
  type Finding,
  holds,
  type Judged,
  unjudged,
  type Verdict,
} from "../model/verdict.ts";
import type { Sequence, SequenceLaw } from "./sequence-law.ts";

/** The context of laws on Node and Deno. A body is validated once for all laws that judge it in turn, by the contract. */
export function createLawContext(contract: Contract, rateLimit: RateLimits | null): LawContext {
  const validate = createBodyValidator(contract);
  let last: { readonly exchange: Exchange; readonly problems: readonly BodyProblem[] } | undefined;
  return {
    rateLimit,
    declaredStatuses: ({ operation }) =>
      operation === undefined ? [] : [...contract.operation(operation).responses.keys()],
    problems(exchange) {
      if (last?.exchange === exchange) return last.problems;
      const problems =
        exchange.operation === undefined || !exchange.isJson()
          ? []
          : validate(exchange.operation, exchange.status, exchange.json());
      last = { exchange, problems };
      return problems;
    },
  };
}

/** A result names at most this many of the exchanges that prove it. */
const maxShown = 20;

/** Keeps the last exchange, at which a law over a sequence fails. */
const firstAndLast = (exchanges: readonly number[]) =>
  exchanges.length <= maxShown ? exchanges : [...exchanges.slice(0, maxShown - 1), ...exchanges.slice(-1)];

/** The reason of a skip if neither the law nor the run gives one. */
export const noExchange = "no exchange of this run shows it";

export const judgeLaw = (law: Law, exchanges: readonly Exchange[], context: LawContext): Judged =>
  judgeLaws([law], exchanges, context)[0] ?? { check: law, verdict: unjudged("skip", noExchange) };

/** Each law's verdict on all exchanges. Reads the exchanges once. */
export function judgeLaws(laws: readonly Law[], exchanges: Iterable<Exchange>, context: LawContext): readonly Judged[] {
  const tallies = laws.map((law) => new Tally(law, context));
  const concerned = byOperation(tallies, ({ law }) => law);
  for (const exchange of exchanges) for (const tally of concerned(exchange.operation)) tally.add(exchange);
  return tallies.map((tally) => tally.judged());
}

/** Collects a law's verdicts on single exchanges. */
class Tally {
  readonly law: Law;
  readonly #context: LawContext;
  #judged = 0;
  #failed = 0;
  #reason = "";
  #first: { readonly index: number; readonly verdict: Fail } | undefined;
  readonly #proof: number[] = [];
  readonly #findings = new Map<string, Finding & { readonly exchanges: number[] }>();

  constructor(law: Law, context: LawContext) {
    this.law = law;
    this.#context = context;
  }

  add(exchange: Exchange): void {
    const verdict = this.law.judge(exchange, this.#context);
    if (verdict.verdict !== "not-applicable") this.#judged += 1;
    else if (this.#reason === "") this.#reason = verdict.reason;
    if (verdict.verdict !== "fail") return;
    const { index } = exchange;
    this.#failed += 1;
    this.#first ??= { index, verdict };
    if (this.#proof.length < maxShown) this.#proof.push(index);
    for (const difference of [verdict, ...(verdict.others ?? [])]) this.#addFinding(index, difference);
  }

  #addFinding(index: number, { expected, actual }: Difference): void {
    const key = JSON.stringify([expected, actual]);
    const known = this.#findings.get(key);
    if (known === undefined && this.#findings.size < maxFindings) {
      this.#findings.set(key, { expected, actual, exchanges: [index] });
    } else if (known !== undefined && known.exchanges.at(-1) !== index) known.exchanges.push(index);
  }

  judged(): Judged {
    return { check: this.law, verdict: this.#verdict(), judged: this.#judged, failed: this.#failed };
  }

  #verdict(): Verdict {
    if (this.#first === undefined) {
      if (this.#judged > 0) return holds;
      if (this.#reason !== "") return unjudged("skip", this.#reason);
      const { skipReason = noExchange, skipEffect } = this.law;
      return { ...unjudged("skip", skipReason), ...(skipEffect && { effect: skipEffect }) };
    }
    const { others: _, ...verdict } = this.#first.verdict;
    const findings = [...this.#findings.values()];
    return { ...verdict, findings, exchanges: this.#proof, shown: this.#first.index };
  }
}

/** A result holds at most this many different findings, the first ones: a large response may have one in each item. */
const maxFindings = 500;

/** `skip`: the verdict if the law finds nothing to judge and gives no reason. */
export function judgeSequence(
  law: SequenceLaw,
  sequence: Sequence,
  skip: Verdict = unjudged("skip", law.skipReason ?? noExchange),
): Judged {
  const verdict = sequence.verdictOf(law);
  if (verdict.verdict === "not-applicable") {
    const unjudgedHere: Verdict = verdict.reason === "" ? skip : { ...verdict, verdict: "skip" };
    return { check: law, verdict: unjudgedHere, judged: 0, failed: 0 };
  }
  const counts = { judged: sequence.exchanges.length, failed: verdict.verdict === "fail" ? 1 : 0 };
  return { check: law, verdict: { ...verdict, exchanges: firstAndLast(verdict.exchanges) }, ...counts };
}
