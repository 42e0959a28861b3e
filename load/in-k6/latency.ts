/** Whether a caller's responses take longer during a flood than before. Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Difference } from "./report.ts";
import type { FloodPhases } from "./shapes.ts";

/** During the flood 95 of 100 responses come within `maxRatio` times their latency before, and this, in milliseconds. */
const allowedMs = 100;

interface Allowed {
  readonly maxRatio: number;
  /** With fewer responses before the flood a round is not compared. */
  readonly minLatencies: number;
}

/** A timer of k6 that was due at a time, and how much later it came; both in milliseconds. */
export interface Timer {
  readonly dueAt: number;
  readonly lateMs: number;
}

/** `before` and `during`: within how many milliseconds 95 of 100 responses came. `ratio`: the latency during the flood, less the allowed milliseconds, by the latency before. */
type Comparison =
  | {
      readonly before: number;
      readonly during: number;
      readonly ratio: number;
      readonly difference: Difference | undefined;
    }
  | { readonly ratio: undefined; readonly reason: string };

/**
 * `exchanges`: the caller's, in the order of sending, from `startedAt` on. The flood comes several times, and it is a fault if
 * all times are slow: other work on the machines may slow down one of them. Where k6's own timers come late, its machine is
 * busy, and responses are seen later than they came.
 */
export function compareLatencies(
  exchanges: readonly Exchange[],
  startedAt: number,
  phases: FloodPhases,
  { maxRatio, minLatencies }: Allowed,
  timers: readonly Timer[] = [],
): Comparison {
  const rounds = roundsOf(exchanges, startedAt, phases);
  const [best, ...others] = rounds
    .flatMap(({ alone, beside, besideFrom, besideUntil }) => {
      const [before, during] = [p95(latenciesOf(alone)), p95(latenciesOf(beside))];
      if (before === undefined || during === undefined || alone.length < minLatencies) return [];
      const late = timers.filter(({ dueAt }) => dueAt >= besideFrom && dueAt < besideUntil);
      const lateMs = p95(late.map((timer) => timer.lateMs)) ?? 0;
      return [{ before, during, lateMs, ratio: ratioOf(before, during) }];
    })
    .sort((a, b) => a.ratio - b.ratio);
  if (best === undefined) {
    const came = rounds.map(({ alone, beside }) => `${alone.length} and ${beside.length}`).join(", then ");
    const reason = `it takes ${minLatencies} or more responses before the flood, and one during it: ${came} came`;
    return { ratio: undefined, reason };
  }
  const { before, during, ratio, lateMs } = best;
  if (ratio <= maxRatio) return { before, during, ratio, difference: undefined };
  if (ratioOf(before, during - lateMs) <= maxRatio) {
    const reason = `${during.toFixed(1)} ms during the flood, but k6's own timers came ${lateMs.toFixed(1)} ms late: its machine was too busy`;
    return { ratio: undefined, reason };
  }
  const limit = `${maxRatio} × ${before.toFixed(1)} ms, their latency before, and ${allowedMs} ms`;
  const actual = `${during.toFixed(1)} ms during the flood, the better of ${others.length + 1} rounds`;
  return { before, during, ratio, difference: { expected: `95 of 100 responses within ${limit}`, actual } };
}

const ratioOf = (before: number, during: number) => Math.max(0, during - allowedMs) / Math.max(1, before);

function roundsOf(
  exchanges: readonly Exchange[],
  startedAt: number,
  { rounds, aloneSeconds, besideSeconds }: FloodPhases,
) {
  const between = (from: number, until: number) =>
    exchanges.filter(({ sentAt }) => sentAt >= timeOf(from) && sentAt < timeOf(until));
  const timeOf = (seconds: number) => startedAt + seconds * 1000;
  return Array.from({ length: rounds }, (_, round) => {
    const from = round * (aloneSeconds + besideSeconds);
    const floodFrom = from + aloneSeconds;
    // What an earlier flood has left in the queues, and the first moment of this one, belong to neither.
    return {
      alone: between(from + (round === 0 ? 0 : 0.5), floodFrom),
      beside: between(floodFrom + 0.1, floodFrom + besideSeconds),
      besideFrom: timeOf(floodFrom),
      besideUntil: timeOf(floodFrom + besideSeconds),
    };
  });
}

const latenciesOf = (exchanges: readonly Exchange[]) => exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt);

/** The 95th percentile; undefined if there is none. */
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1];
