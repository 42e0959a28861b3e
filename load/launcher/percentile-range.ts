/** How exactly a run measures a percentile of its latencies. */
import type { PercentileRange } from "../../conformance/model/load-figures.ts";

/** A latency, and when its request was sent, both in milliseconds. */
export interface Measurement {
  readonly sentAt: number;
  readonly ms: number;
}

/** Standard errors on each side: the ranges of two runs of one target do not overlap by chance in about one of 200 pairs, for each percentile. */
const standardErrors = 2;
/** Slow responses may come in groups, as during a pause of the target: they are counted in pieces of the run of each of these lengths. */
const pieceSeconds = [1, 2, 5, 10];
/** With fewer pieces, their differences say little, and this many slow responses are taken for one group. */
const minPieces = 8;
const groupInShortRun = 5;

/**
 * The range in which the percentile lies, if another run is like this one: the longer the run, and the more evenly its slow responses are spread, the
 * narrower. Without an upper end if the responses are too few. `sorted`: by latency, in ascending order, at least one; `value`: the percentile.
 */
export function percentileRange(sorted: readonly Measurement[], percent: number, value: number): PercentileRange {
  const count = sorted.length;
  const share = 1 - percent / 100;
  // How much the number of slow responses varies if they come by chance, and by which factor more it varies.
  const variance = count * share * (1 - share);
  const variances = variancesOf(sorted, value);
  const grouping = variances.length === 0 ? groupInShortRun : Math.max(variance, ...variances) / variance;
  const rank = (count * percent) / 100;
  const margin = standardErrors * Math.sqrt(variance * grouping);
  const low = sorted[Math.max(0, Math.floor(rank - margin))]?.ms ?? value;
  const high = sorted[Math.ceil(rank + margin)]?.ms;
  return high === undefined ? { low } : { low, high };
}

/** How much the number of responses from `value` on varies, by its differences from piece to piece; for each length of which there are enough pieces. */
function variancesOf(measurements: readonly Measurement[], value: number): readonly number[] {
  const start = measurements.reduce((first, { sentAt }) => Math.min(first, sentAt), Number.POSITIVE_INFINITY);
  const slowShare = measurements.filter(({ ms }) => ms >= value).length / measurements.length;
  return pieceSeconds.flatMap((seconds) => {
    const pieces = new Map<number, { count: number; slow: number }>();
    for (const { sentAt, ms } of measurements) {
      const at = Math.floor((sentAt - start) / (1000 * seconds));
      const piece = pieces.get(at) ?? { count: 0, slow: 0 };
      pieces.set(at, piece);
      piece.count += 1;
      if (ms >= value) piece.slow += 1;
    }
    if (pieces.size < minPieces) return [];
    return [[...pieces.values()].reduce((sum, { count, slow }) => sum + (slow - slowShare * count) ** 2, 0)];
  });
}
