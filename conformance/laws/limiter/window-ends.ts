/**
 * §8: the limit is per minute, so a request stops counting a window after it was sent, even if other requests follow
 * it. A faulty server starts the window anew with every request: it gives nothing back to an organization that never
 * pauses.
 *
 * Two observations together prove the fault. In the first way, `remaining` jumped for one organization (from 0 to 99 after its pause), so
 * this server does not refill gradually. Another organization did not pause, for a window had no more in use than such a jump gives
 * back, and nothing was given back to it.
 *
 * Example, limit 100: an organization sends six requests in the first second (94 remain), one after 30 s (93), one
 * after 61.5 s. The six are older than a window, so at most 2 requests still count. The last request may cost 3. So at
 * least 95 remain; a server that reports 92 fails.
 *
 * In the second way, one organization shows both: without a pause it was answered 429 although it had stayed below the
 * limit for longer than a window, and it was served after a pause of a window.
 */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { clockToleranceMs, type History } from "./history.ts";
import { otherOrganization } from "./other-organization.ts";
import { maxCountedBetween, maxRefilledBetween, timerToleranceMs } from "./refill-bounds.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { minFreed, type Step, stepsOf } from "./remaining-steps.ts";
import { isCertainlyCounted, isExhausted } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";
import { isBelowLimit, maxUsedInWindow } from "./usage-upper-bound.ts";
import { maxFurtherCost } from "./use-before-run.ts";
import { sinceLast429OfKeyAndEndpoint } from "./window-resets.ts";
import { worst } from "./worst-verdict.ts";

export const windowEnds: SequenceLaw = {
  id: "limit.window-ends",
  clause: "limit.per-minute",
  claim: "Requests are given back within a window, also where others follow them",
  fault:
    "each request seems to begin the window anew, or rejected ones count in the next window: an organization that never pauses is rejected in the end",
  needs: { limitExceeded: true, thirdOrganization: true },
  skipReason: "no organization was in use for longer than a window without a 429: fpk load steady judges it",
  explainedBy: [remainingFalls, otherOrganization],
  judge({ histories }) {
    if (histories.some(givesBackInUse)) return holds;
    const largestJump = Math.max(...histories.map(largestJumpIn));
    return worst(histories.flatMap((history) => [judgeHistory(history, largestJump), judgeRejections(history)]));
  },
};

/** One request may only seem to be given back, if the server counts a request and reads the value in two steps. */
const minGivenBack = 2;

/** Requests were given back between two that are less than a window apart. */
const givesBackInUse = (history: History) =>
  stepsOf(history).some((step) => spanMs(step.first, step.last) < history.windowMs && minFreed(step) >= minGivenBack);

/** The most that is certainly given back at once: the largest rise of `remaining` that gradual refilling (a token bucket, a sliding counter) does not explain. */
const largestJumpIn = (history: History): number =>
  stepsOf(history)
    .map((step) => sinceLast429OfKeyAndEndpoint(history, step))
    .map((step) => {
      const rise = step.remaining.last - step.remaining.first;
      return rise > maxRefilledBetween(history, step.first, step.last) + 1
        ? rise / maxChunksIn(history, step, rise)
        : 0;
    })
    .reduce((max, rise) => Math.max(max, rise), 0);

/** Of how many equal chunks a rise may consist: the time between the first and the last of them lies within the step. Infinite if of any number. */
function maxChunksIn(history: History, { first, last }: Step, rise: number): number {
  const share = (spanMs(first, last) + timerToleranceMs(history)) / (rise / history.refillPerMs);
  return share < 1 ? Math.floor(1 / (1 - share)) : Number.POSITIVE_INFINITY;
}

/**
 * Judges requests before which, for a window, no more was in use than the largest jump: what gives back so much at once does so at least once in a
 * window, and would have given back all of it.
 */
function judgeHistory(history: History, largestJump: number): Verdict {
  const { limit, windowMs, reported } = history;
  /** Since when no more than the jump was in use. */
  let lowSince = Number.POSITIVE_INFINITY;
  for (const [at, { exchange, remaining }] of reported.entries()) {
    const before = reported[at - 1];
    if (before === undefined) continue;
    const maxInUse = limit - before.remaining + maxCountedBetween(history, before.exchange, exchange) - 2;
    lowSince = maxInUse <= largestJump ? Math.min(lowSince, before.answeredAt) : Number.POSITIVE_INFINITY;
    const pauseMs = exchange.sentAt - before.exchange.receivedAt;
    const used = maxUsedInWindow(history, exchange);
    const min = limit - used - 1 - maxFurtherCost;
    const isLowForWindow = exchange.sentAt - lowSince >= windowMs + clockToleranceMs(history);
    if (!isLowForWindow || pauseMs < 0 || pauseMs >= windowMs || remaining >= min) continue;
    return fails({
      expected: `X-RateLimit-Remaining of at least ${min}, since at most ${used} other requests were sent in the last ${windowMs / 1000} s (${maxFurtherCost} more are allowed for)`,
      actual: `X-RateLimit-Remaining: ${remaining}, ${seconds(pauseMs)} after it was ${before.remaining}: each request seems to begin the window anew`,
      exchanges: [before.exchange.index, exchange.index],
    });
  }
  return notApplicable;
}

/** Judges the 429s of an organization that had not paused for longer than a window, if it was served after a pause. */
function judgeRejections(history: History): Verdict {
  const { exchanges, windowMs } = history;
  const pauses: (readonly [before: Exchange, after: Exchange])[] = [];
  let rejected: Exchange | undefined;
  let sendingSince = exchanges[0]?.sentAt ?? 0;
  for (const [at, exchange] of exchanges.entries()) {
    const before = exchanges[at - 1];
    if (before !== undefined && exchange.sentAt - before.receivedAt >= windowMs) {
      pauses.push([before, exchange]);
      sendingSince = exchange.sentAt;
    }
    const isLong = exchange.sentAt - sendingSince > windowMs;
    if (rejected === undefined && isLong && isExhausted(exchange) && isBelowLimit(history, exchange))
      rejected = exchange;
  }
  const [before, after] = pauses.find((pause) => isExhausted(pause[0]) && isCertainlyCounted(pause[1])) ?? [];
  if (rejected === undefined || before === undefined || after === undefined) return notApplicable;
  return fails({
    expected: `a 2xx, since at most ${maxUsedInWindow(history, rejected)} requests were sent in the last ${windowMs / 1000} s`,
    actual: `429, and a 2xx after a pause of ${seconds(after.sentAt - before.receivedAt)}: each request seems to begin the window anew`,
    exchanges: [before.index, after.index, rejected.index],
  });
}
