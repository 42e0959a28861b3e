/** The one way in which reports compute percentiles. */

/** Of numbers in rising order; between two of them in proportion, as k6 does it. 0 where there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = (percent / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
