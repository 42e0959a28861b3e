/** §8: the limit is per minute: a window ends also where requests keep coming. One that each of them renews never does. */
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import type { History } from "./history.ts";
import { maxRefilledBetween } from "./refill-bounds.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { minFreed, stepsOf } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { maxUsedInWindow } from "./usage-upper-bound.ts";
import { sinceRejected } from "./window-resets.ts";
import { worst } from "./worst-verdict.ts";

export const windowEnds: SequenceLaw = {
  id: "limit.window-ends",
  clause: "limit.per-minute",
  claim: "Requests are given back within a window, also where others follow them",
  fault: "each request begins the window anew, so that an organization that never pauses is rejected in the end",
  needs: { limitExceeded: true, thirdOrganization: true },
  skipReason: "no organization was in use for longer than a window without a 429: fpk load steady judges it",
  explainedBy: [remainingFalls],
  judge({ histories }) {
    if (histories.some(givesBackInUse)) return holds;
    const atOnce = Math.max(0, ...histories.map(maxGivenBackAtOnce));
    return worst(histories.map((history) => judgeHistory(history, atOnce)));
  },
};

/** Fewer may seem to be given back where requests are counted and reported in two steps. */
const minGivenBack = 2;

/** Of the request itself: some limiters charge the first of a window more. */
const maxCost = 3;

/** Something was given back although the organization had used its limit less than a window before. */
const givesBackInUse = (history: History) =>
  stepsOf(history).some((step) => spanMs(step.first, step.last) < history.windowMs && minFreed(step) >= minGivenBack);

/** The largest rise that no limiter explains which gives back bit by bit: an even bucket, or a sliding counter. */
const maxGivenBackAtOnce = (history: History): number =>
  stepsOf(history)
    .map(sinceRejected)
    .map(({ first, last, remaining }) => {
      const rise = remaining.last - remaining.first;
      return rise > maxRefilledBetween(history, first, last) + 1 ? rise : 0;
    })
    .reduce((max, rise) => Math.max(max, rise), 0);

/** Whoever gives back so many at once has forgotten fewer than these a window after they were sent. */
function judgeHistory(history: History, atOnce: number): Verdict {
  const { limit, windowMs, reported } = history;
  for (const [at, { exchange, remaining }] of reported.entries()) {
    const before = reported[at - 1];
    if (before === undefined || limit - before.remaining > atOnce) continue;
    const pauseMs = exchange.sentAt - before.exchange.receivedAt;
    const used = maxUsedInWindow(history, exchange);
    const min = limit - used - maxCost;
    if (pauseMs < 0 || pauseMs >= windowMs || remaining >= min) continue;
    return fails({
      expected: `X-RateLimit-Remaining of at least ${min}, since at most ${used} requests were sent in the last ${windowMs / 1000} s`,
      actual: `X-RateLimit-Remaining: ${remaining}, ${seconds(pauseMs)} after it was ${before.remaining}: each request seems to begin the window anew`,
      exchanges: [before.exchange.index, exchange.index],
    });
  }
  return notApplicable;
}
