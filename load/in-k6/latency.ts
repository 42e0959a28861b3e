/** Compares the latency of a caller's responses during a flood with their latency before it. Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Difference } from "./report.ts";
import type { FloodPhases } from "./shapes.ts";

/** The p95 latency during the flood may be `maxRatio` times the p95 before it, plus this, in milliseconds. */
const allowedMs = 100;

interface Allowed {
  readonly maxRatio: number;
  /** A round with fewer responses before the flood is not compared. */
  readonly minLatencies: number;
}

/** When a timer of k6 was due, and how much later it fired; both in milliseconds. */
export interface Timer {
  readonly dueAt: number;
  readonly lateMs: number;
}

/** `before`, `during`: the p95 latency before and during the flood, in milliseconds. `ratio`: `during`, less `allowedMs`, divided by `before`. */
type Comparison =
  | {
      readonly before: number;
      readonly during: number;
      readonly ratio: number;
      readonly difference: Difference | undefined;
    }
  | { readonly ratio: undefined; readonly reason: string };

/**
 * `exchanges`: the caller's from `startedAt` on, in the order of sending. Other work on the machines may slow down one round, so the best
 * round decides. If k6's own timers fire late, its machine is busy, and k6 notices responses later than they came.
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
    .flatMap(({ quiet, flooded, floodFrom, floodUntil }) => {
      const [before, during] = [p95(latenciesOf(quiet)), p95(latenciesOf(flooded))];
      if (before === undefined || during === undefined || quiet.length < minLatencies) return [];
      const timersDuring = timers.filter(({ dueAt }) => dueAt >= floodFrom && dueAt < floodUntil);
      const lateMs = p95(timersDuring.map((timer) => timer.lateMs)) ?? 0;
      return [{ before, during, lateMs, ratio: ratioOf(before, during) }];
    })
    .sort((a, b) => a.ratio - b.ratio);
  if (best === undefined) {
    const counts = rounds.map(({ quiet, flooded }) => `${quiet.length} and ${flooded.length}`).join(", then ");
    const reason = `it takes ${minLatencies} or more responses before the flood, and one during it: ${counts} came`;
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
  { rounds, quietSeconds, floodSeconds }: FloodPhases,
) {
  const between = (from: number, until: number) => exchanges.filter(({ sentAt }) => sentAt >= from && sentAt < until);
  return Array.from({ length: rounds }, (_, round) => {
    const quietFrom = startedAt + round * (quietSeconds + floodSeconds) * 1000;
    const floodFrom = quietFrom + quietSeconds * 1000;
    const floodUntil = floodFrom + floodSeconds * 1000;
    // Half a second after a flood, while the server empties its queues, and the first tenth of a flood are not compared.
    const quiet = between(quietFrom + (round === 0 ? 0 : 500), floodFrom);
    return { quiet, flooded: between(floodFrom + 100, floodUntil), floodFrom, floodUntil };
  });
}

const latenciesOf = (exchanges: readonly Exchange[]) => exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt);

/** The 95th percentile; undefined without values. */
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1];
