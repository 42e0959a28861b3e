/** The verdicts of a fuzzed run, from the laws' judgements of each exchange. */
import type { Law, LawContext, SequenceLaw } from "../check.ts";
import type { Exchange } from "../exchange.ts";
import { judgeLaw, judgeSequence, type LawOutcome } from "../judge.ts";
import type { Judged } from "../reports/assemble.ts";
import { type JudgedExchange, recalled } from "./judged-exchange.ts";

export interface VerdictOptions {
  readonly laws: readonly Law[];
  /** Laws for what Schemathesis sends. */
  readonly fuzzLaws: readonly Law[];
  readonly sequenceLaws: readonly SequenceLaw[];
  readonly context: LawContext;
  /** What our own client sent before and after. */
  readonly ours: readonly JudgedExchange[];
  readonly fuzzed: readonly JudgedExchange[];
  /** The verdict of `replayCrashes`. */
  readonly replayed?: Judged | undefined;
}

const unseen: LawOutcome = {
  verdict: "skip",
  message: "no exchange of this run shows it",
  exchanges: [],
  judged: 0,
  failed: 0,
};

/** One result for each cause: where two laws fail by the same clause, or a replay shows why a submission crashed, one counts. */
export function verdictsOf(of: VerdictOptions): readonly Judged[] {
  const all = [...of.ours, ...of.fuzzed];
  const byLaws = of.laws.map((law) => ({ check: law, outcome: outcomeOf(law, all, of.context) }));
  const exchanges = all.map(({ exchange }) => exchange);
  const bySequenceLaws = of.sequenceLaws.map((law) => ({
    check: law,
    outcome: judgeSequence(law, exchanges, of.context, unseen),
  }));
  const general = [...byLaws, ...bySequenceLaws];
  const failedClauses = new Set(
    general.flatMap(({ check, outcome }) => (outcome.verdict === "fail" ? [check.clause] : [])),
  );
  const unexplained =
    of.replayed === undefined ? of.fuzzed : of.fuzzed.filter((judged) => !isCrashedSubmission(judged));
  const ofFuzzing = of.fuzzLaws.map((law) => {
    const outcome = outcomeOf(law, unexplained, of.context);
    const isRepeated = outcome.verdict === "fail" && failedClauses.has(law.clause);
    const { judged, failed } = outcome;
    const message = `another law fails by ${law.clause}`;
    return { check: law, outcome: isRepeated ? { ...unseen, message, judged, failed } : outcome };
  });
  return [...general, ...ofFuzzing, ...(of.replayed === undefined ? [] : [of.replayed])];
}

const isCrashedSubmission = ({ exchange }: JudgedExchange) =>
  exchange.operation === "submitFeedback" && exchange.status >= 500;

/** Shows the smallest request that fails. */
const outcomeOf = (law: Law, judged: readonly JudgedExchange[], context: LawContext): LawOutcome =>
  judgeLaw(recalled(law, judged), judged.map(({ exchange }) => exchange).toSorted(bySize), context);

const bySize = (a: Exchange, b: Exchange) => sizeOf(a) - sizeOf(b) || a.index - b.index;
const sizeOf = ({ request }: Exchange) => request.url.length + request.body.length;
