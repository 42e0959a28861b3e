/**
 * §8: a burst is served no more requests than remained when it began.
 *
 * Example, 100 in 60 s: after a pause a request reports 99, so that exactly 99 more may be served. If within 0.5 s,
 * less than the time in which one is refilled, 100 more are served, the limit is exceeded.
 *
 * It must happen twice: once alone may be due to a sliding counter whose window moved on just then, or to a bucket's
 * timer.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { type History, hasNoConcurrent, type Reported } from "./history.ts";
import { maxExpiredBetween, wholeSecondMs } from "./refill-bounds.ts";
import { is429, reportedRemaining } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";

/** Requests that follow each other so fast that a token bucket refills less than one meanwhile. */
interface Burst {
  /** Its response reported exactly what remained. */
  readonly first: Exchange;
  readonly last: Exchange;
  readonly served: number;
  /** How many may be served, the first included. */
  readonly max: number;
  /** Every value down to 0 was reported once: so this server reads the value in the same step in which it counts. */
  readonly isComplete: boolean;
}

export function servedBeyondRemaining(history: History): Fail | undefined {
  const overruns = overrunsOf(history);
  const [earlier] = overruns;
  if (earlier === undefined) return undefined;
  const later = overruns.find(({ first }) => first.sentAt > earlier.last.receivedAt);
  if (later === undefined) return undefined;
  return fails({
    expected: `at most ${later.max} requests served in ${seconds(later.last.receivedAt - later.first.sentAt)}, the first of them with X-RateLimit-Remaining: ${later.max - 1}`,
    actual: `${later.served} served, and earlier in the run ${earlier.served} where at most ${earlier.max} remained`,
    exchanges: [earlier.first, earlier.last, later.first, later.last].map(({ index }) => index),
  });
}

/** The bursts in which more was served than what remained. */
export const overrunsOf = (history: History) =>
  burstsOf(history).filter(({ served, max, isComplete }) => isComplete && served > max);

/** The bursts that begin where it is known exactly, without a fraction, how many requests remain. */
export function burstsOf(history: History): readonly Burst[] {
  const { reported } = history;
  if (!history.remainingIncludesSelf) return [];
  const fromExact = reported.flatMap((start, at) =>
    isFull(history, start) || isFallAfterPause(history, reported[at - 1], start)
      ? (burstFrom(history, start.exchange, start) ?? [])
      : [],
  );
  const rejected = history.exchanges.find(is429);
  if (rejected === undefined || fromExact.some(({ first }) => first.sentAt > rejected.sentAt)) return fromExact;
  // Only a sliding counter is never seen full or in whole steps after a 429. When it reports the same value twice, it has
  // just refilled one request, and hardly more.
  return reported.flatMap((start, at) => {
    const before = reported[at - 1];
    return before !== undefined && isQuickRepeat(history, before, start)
      ? (burstFrom(history, before.exchange, start) ?? [])
      : [];
  });
}

/** Only the request itself is missing from the limit, and no limiter holds more than its limit. */
const isFull = (history: History, { exchange, remaining }: Reported) =>
  remaining === history.limit - 1 && hasNoConcurrent(history, exchange);

/**
 * It fell by one although a token bucket would have refilled two in the pause: so this limiter counts whole requests.
 */
function isFallAfterPause(history: History, before: Reported | undefined, after: Reported): boolean {
  return (
    before?.remaining === after.remaining + 1 &&
    before.position === after.position - 1 &&
    hasNoConcurrent(history, after.exchange) &&
    history.refillPerMs * (after.exchange.sentAt - before.exchange.receivedAt) >= 2
  );
}

/** The same value twice, so fast that less than half a request is refilled meanwhile. */
function isQuickRepeat(history: History, before: Reported, after: Reported): boolean {
  return (
    before.remaining === after.remaining &&
    after.remaining > 0 &&
    before.position === after.position - 1 &&
    hasNoConcurrent(history, after.exchange) &&
    hasNoConcurrent(history, before.exchange) &&
    history.refillPerMs * spanMs(before.exchange, after.exchange) < 0.5
  );
}

/** The burst from `start` on; undefined if a request may expire in it. `since`: when the value of `start` is known to be exact. */
function burstFrom(history: History, since: Exchange, start: Reported): Burst | undefined {
  const { exchange: first, remaining } = start;
  const served = servedFrom(history, since, start);
  const last = served.reduce((a, b) => (b.receivedAt >= a.receivedAt ? b : a), first);
  // Nothing can expire where nothing was counted before.
  const canExpire = remaining !== history.limit - 1 && maxExpiredBetween(history, since, last, wholeSecondMs) > 0;
  if (canExpire) return undefined;
  const isComplete = new Set(served.map(reportedRemaining)).size > remaining;
  return { first, last, served: served.length, max: remaining + 1, isComplete };
}

/** Ends before a value above 0 is reported a second time, since something was then refilled. 429s do not end it. */
function servedFrom(history: History, since: Exchange, start: Reported): readonly Exchange[] {
  const values = new Set([start.remaining]);
  const served = [start.exchange];
  for (const exchange of history.exchanges.slice(start.position + 1)) {
    if (history.refillPerMs * spanMs(since, exchange) >= 1) break;
    if (is429(exchange)) continue;
    const value = reportedRemaining(exchange);
    if (value === undefined || (value > 0 && values.has(value))) break;
    values.add(value);
    served.push(exchange);
  }
  return served;
}
