/**
 * An `X-RateLimit-Remaining` that is the number of requests used (§8): 1, 2, 3 for three requests in a row. It looks like instances
 * that count separately, or like a limiter that gives back too much, and is neither.
 */
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { fallOf, type Step, stepsOf } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";

/** How often in a row the value must rise: in fewer requests, others may have been given back by chance. */
const minRises = 8;

/**
 * `X-RateLimit-Remaining counts up, from 1 to 14 in 14 requests and 0.15 s`, if it rises by exactly one for each request, and by more
 * than any limiter gives back meanwhile. Undefined otherwise.
 */
export const countsUp = oncePerHistory((history: History): string | undefined => {
  for (const [first, last, count] of seriesOfRises(history)) {
    const freed = 2 * count;
    if (count < minRises || freed <= maxFreedBetween(history, first.first, last.last) + 1) continue;
    return `X-RateLimit-Remaining counts up, from ${first.remaining.first} to ${last.remaining.last} in ${count + 1} requests and ${seconds(spanMs(first.first, last.last))}`;
  }
  return undefined;
});

/** The first and the last step of each series in which each request follows the one before it, and reports one more. */
function seriesOfRises(history: History): readonly (readonly [Step, Step, number])[] {
  const series: [Step, Step, number][] = [];
  for (const step of stepsOf(history)) {
    const latest = series.at(-1);
    if (step.between.length > 0 || fallOf(step) !== -1) continue;
    if (latest === undefined || latest[1].last !== step.first) series.push([step, step, 1]);
    else series.splice(-1, 1, [latest[0], step, latest[2] + 1]);
  }
  return series;
}
