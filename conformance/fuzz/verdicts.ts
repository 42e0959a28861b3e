/** The verdicts of a run of `fpk fuzz`, from each law's verdicts on the exchanges. */
import { judgeLaw, judgeSequence } from "../laws/apply.ts";
import { Sequence, type SequenceLaw } from "../laws/sequence-law.ts";
import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import { type JudgedExchange, recalled } from "./judged-exchange.ts";

interface VerdictOptions {
  readonly laws: readonly Law[];
  /** The laws about the requests of Schemathesis. */
  readonly fuzzLaws: readonly Law[];
  readonly sequenceLaws: readonly SequenceLaw[];
  readonly context: LawContext;
  /** The exchanges of our own client, before and after those of Schemathesis. */
  readonly ours: readonly JudgedExchange[];
  readonly fuzzed: readonly JudgedExchange[];
  /** The verdict of `replayCrashes`. */
  readonly replayed?: Judged | undefined;
}

/**
 * One result for each check. So that each fault is reported once, a law of `fuzzLaws` is skipped if another check of its
 * clause fails, and does not judge crashed submissions if a replay shows why they crashed.
 */
export function verdictsOf(options: VerdictOptions): readonly Judged[] {
  const { context, fuzzed, replayed } = options;
  const all = [...options.ours, ...fuzzed];
  const exchanges = all.map(({ exchange }) => exchange);
  const sequence = new Sequence(exchanges, context.rateLimit);
  const general = [
    ...options.laws.map((law) => smallestFailure(law, all, context)),
    ...options.sequenceLaws.map((law) => judgeSequence(law, sequence)),
  ];
  const failures = general.filter(({ verdict }) => verdict.verdict === "fail");
  const failedClauses = new Set(failures.map(({ check }) => check.clause));
  const unexplained = replayed === undefined ? fuzzed : fuzzed.filter((judged) => !isCrashedSubmission(judged));
  const generated = options.fuzzLaws.map((law) => {
    const judged = smallestFailure(law, unexplained, context);
    const isRepeated = judged.verdict.verdict === "fail" && failedClauses.has(law.clause);
    return isRepeated
      ? {
          ...judged,
          verdict: unjudged("skip", `another check fails by the same clause, ${law.clause}: fix that first`),
        }
      : judged;
  });
  return [...general, ...generated, ...(replayed === undefined ? [] : [replayed])];
}

const isCrashedSubmission = ({ exchange }: JudgedExchange) =>
  exchange.operation === "submitFeedback" && exchange.status >= 500;

/** The law's verdict on all exchanges. A failure shows the smallest request that fails. */
const smallestFailure = (law: Law, judged: readonly JudgedExchange[], context: LawContext): Judged =>
  judgeLaw(recalled(law, judged), judged.map(({ exchange }) => exchange).toSorted(bySize), context);

const bySize = (a: Exchange, b: Exchange) => sizeOf(a) - sizeOf(b) || a.index - b.index;
const sizeOf = ({ request }: Exchange) => request.url.length + request.body.length;
