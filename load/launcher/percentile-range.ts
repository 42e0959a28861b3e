/** How exactly a run measures a percentile of its latencies. */
import type { PercentileRange } from "../../conformance/model/load-figures.ts";

/** A latency, and when its request was sent, both in milliseconds. */
export interface Measurement {
  readonly sentAt: number;
  readonly ms: number;
}

/** Standard errors on each side: of two runs of the same target, the ranges do not overlap in about one of 400. */
const standardErrors = 2;
/** Slow responses may come in groups, as during a pause of the target: they are counted in pieces of the run of each of these lengths. */
const pieceSeconds = [1, 2, 5, 10];
/** With fewer pieces their differences say little. */
const minPieces = 8;

/**
 * The range in which the percentile lies, if another run is like this one: the longer the run, and the more evenly its slow responses are spread, the
 * narrower. `sorted`: by latency, in ascending order, at least one; `value`: the percentile.
 */
export function percentileRange(sorted: readonly Measurement[], percent: number, value: number): PercentileRange {
  const count = sorted.length;
  const share = 1 - percent / 100;
  const variance = count * share * (1 - share) * grouping(sorted, value);
  const rank = (count * percent) / 100;
  const margin = standardErrors * Math.sqrt(variance);
  const low = sorted[Math.max(0, Math.floor(rank - margin))]?.ms ?? value;
  const high = sorted[Math.ceil(rank + margin)]?.ms;
  return high === undefined ? { low } : { low, high };
}

/** By which factor the number of responses above `value` varies more from piece to piece than by chance; at least 1. */
function grouping(measurements: readonly Measurement[], value: number): number {
  const start = measurements.reduce((first, { sentAt }) => Math.min(first, sentAt), Number.POSITIVE_INFINITY);
  const share = measurements.filter(({ ms }) => ms > value).length / measurements.length;
  return Math.max(
    1,
    ...pieceSeconds.map((seconds) => {
      const pieces = new Map<number, { count: number; above: number }>();
      for (const { sentAt, ms } of measurements) {
        const at = Math.floor((sentAt - start) / (1000 * seconds));
        const { count, above } = pieces.get(at) ?? { count: 0, above: 0 };
        pieces.set(at, { count: count + 1, above: above + (ms > value ? 1 : 0) });
      }
      if (pieces.size < minPieces) return 1;
      const squares = [...pieces.values()].map(({ count, above }) => (above - share * count) ** 2);
      const sum = squares.reduce((total, square) => total + square, 0);
      return sum / (measurements.length * share * (1 - share));
    }),
  );
}
