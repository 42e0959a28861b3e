/**
 * §8: the limit is per minute, so a request stops counting a window after it was sent, also where others follow it. A
 * server whose every request starts the window anew gives nothing back to an organization that never pauses.
 *
 * Two observations together prove it. `remaining` jumped for one organization (from 0 to 99 after its pause), so this
 * server does not refill gradually. Another organization had used no more than such a jump gives back, did not pause,
 * and got nothing back.
 *
 * Example, limit 100: six requests in the first second (94 remain), one after 30 s (93), one after 61.5 s. The six are
 * older than a window: at most 2 still count, and 3 more are allowed for the request itself. So at least 95 remain; 92
 * fails.
 */
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
    const largestJump = Math.max(0, ...histories.map(largestJumpIn));
    return worst(histories.map((history) => judgeHistory(history, largestJump)));
  },
};

/** One may seem to be given back where a request is counted and reported in two steps. */
const minGivenBack = 2;

/** What the request itself may cost: some limiters charge the first of a window more than one. */
const maxCost = 3;

/** Something was given back between two requests that are less than a window apart. */
const givesBackInUse = (history: History) =>
  stepsOf(history).some((step) => spanMs(step.first, step.last) < history.windowMs && minFreed(step) >= minGivenBack);

/** The largest rise of `remaining` that gradual refilling (a token bucket, a sliding counter) does not explain. */
const largestJumpIn = (history: History): number =>
  stepsOf(history)
    .map(sinceRejected)
    .map(({ first, last, remaining }) => {
      const rise = remaining.last - remaining.first;
      return rise > maxRefilledBetween(history, first, last) + 1 ? rise : 0;
    })
    .reduce((max, rise) => Math.max(max, rise), 0);

/** Judges the requests before which less was in use than the largest jump gives back: a reset would have freed all of it. */
function judgeHistory(history: History, largestJump: number): Verdict {
  const { limit, windowMs, reported } = history;
  for (const [at, { exchange, remaining }] of reported.entries()) {
    const before = reported[at - 1];
    if (before === undefined || limit - before.remaining > largestJump) continue;
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
