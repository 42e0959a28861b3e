/**
 * When a test run began, in milliseconds since the epoch, from readings of the clock, which shows whole milliseconds, and of how long
 * the run has lasted. Whatever passes between the two, such as where the processor is taken away, makes a reading too early,
 * and never too late: the latest of many is right to less than a millisecond.
 */
export function clockStartOf(now: () => number, elapsedMs: () => number): number {
  let start = Number.NEGATIVE_INFINITY;
  for (let reading = 0; reading < readings; reading += 1) start = Math.max(start, now() - elapsedMs());
  return start;
}

/** They take about two milliseconds. */
const readings = 200;
