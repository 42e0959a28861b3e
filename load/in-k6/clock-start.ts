/**
 * When a test run began, in milliseconds since the epoch: the clock's time less how long the run has lasted. The clock shows whole
 * milliseconds, and time passes between the two readings; both make the result too early, never too late. So the latest of many
 * results is exact to less than a millisecond.
 */
export function clockStartOf(now: () => number, elapsedMs: () => number): number {
  let start = Number.NEGATIVE_INFINITY;
  for (let reading = 0; reading < readings; reading += 1) start = Math.max(start, now() - elapsedMs());
  return start;
}

/** The number of readings; they take about two milliseconds. */
const readings = 200;
