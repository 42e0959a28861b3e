/** A percentile of numbers in rising order. Interpolates between two of them, as k6 does. 0 if there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = (percent / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
