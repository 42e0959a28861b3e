/**
 * §8: in a burst, no more requests are served than remained when it began.
 *
 * Example, 100 in 60 s: after a pause a response reports 99, so exactly 99 more requests may be served. If 100 more are
 * served within 0.5 s, in which less than one is refilled, the limit is exceeded.
 *
 * The law fails only if this happens twice: a sliding counter whose window moved on just then, or the timer of a
 * bucket, may cause it once. One timer must not explain both times. If it happens in longer time, the limiter must have
 * been seen not to refill, and a window cannot have moved on both times.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { chunksOutside, mayBeOneTimer, mayShareTimer } from "./chunks.ts";
import { oneMoreServed } from "./countdown.ts";
import { type History, hasNoConcurrent, type Reported } from "./history.ts";
import { maxCountedBetween, maxExpiredBetween, wholeSecondMs } from "./refill-bounds.ts";
import { is429, isCertainlyCounted, isExhausted, reportedRemaining } from "./single-exchange.ts";
import { type Span, seconds, spanMs } from "./timeline.ts";

/** Requests that follow each other so fast that a token bucket refills less than one meanwhile. */
interface Burst extends Span {
  /** The response to this request reported exactly how many requests remain. */
  readonly first: Exchange;
  readonly served: number;
  /** How many may be served, the first included. */
  readonly max: number;
  /** Every value down to 0 was reported once: so this server counts a request and reads the value in one step. */
  readonly isComplete: boolean;
}

/** A burst, or a longer span in which one request more was served than remained. */
type Overrun = Burst | Span;

export function servedBeyondRemaining(history: History): Fail | undefined {
  const bursts = overrunsOf(history);
  const overruns: readonly Overrun[] = [...bursts, ...overrunCountdowns(history)].toSorted(
    (a, b) => a.first.sentAt - b.first.sentAt,
  );
  const mayBeChunks = chunksIn(history, overruns);
  for (const [at, earlier] of overruns.entries()) {
    const later = overruns.slice(at + 1).find((overrun) => {
      const areShort = "served" in earlier && "served" in overrun;
      return (
        overrun.first.sentAt > earlier.last.receivedAt &&
        (areShort || !mayShareTimer(earlier, overrun, history.windowMs)) &&
        !mayBeChunks(earlier, overrun)
      );
    });
    if (later === undefined) continue;
    return fails({
      expected: "no more requests served than X-RateLimit-Remaining says",
      actual: `more were served: ${[earlier, later].map(describeOverrun).join(", and ")}`,
      exchanges: [earlier.first, earlier.last, later.first, later.last].map(({ index }) => index),
    });
  }
  return undefined;
}

/**
 * Whether the timer of one bucket may explain two overruns. A timer hardly fires twice exactly between the response that reports 0 and the
 * next request. But if requests were rejected in an overrun before one was served, that one may be the first after the timer fired.
 */
function chunksIn(history: History, overruns: readonly Overrun[]): (earlier: Overrun, later: Overrun) => boolean {
  const waited = new Set(overruns.filter((overrun) => isRejectedIn(history, overrun)));
  if (waited.size === 0) return () => false;
  const chunksFor = chunksOutside(history, overruns);
  const known = new Map(
    overruns.map(
      (overrun) =>
        [
          overrun,
          { ...overrun, chunks: new Set(chunksFor({ ...overrun, min: 1, max: maxFreedIn(overrun) })) },
        ] as const,
    ),
  );
  return (earlier, later) => {
    const [one, other] = [known.get(earlier), known.get(later)];
    const isAfterWait = waited.has(earlier) || waited.has(later);
    return isAfterWait && one !== undefined && other !== undefined && mayBeOneTimer(history, one, other);
  };
}

/** What was served too much, and what remained after it. */
const maxFreedIn = (overrun: Overrun) =>
  ("served" in overrun ? overrun.served - overrun.max : 1) + (reportedRemaining(overrun.last) ?? 0);

/** Whether a request was answered 429 between the response that reported 0 remaining and the request that was served beyond it. */
function isRejectedIn({ exchanges }: History, { first, last }: Span): boolean {
  const sent = exchanges.filter(({ sentAt }) => sentAt >= first.sentAt && sentAt <= last.sentAt);
  const zero = sent.findIndex((exchange) => reportedRemaining(exchange) === 0);
  return sent.slice(zero + 1).some(is429);
}

const describeOverrun = ({ first, last }: Span) =>
  `from X-RateLimit-Remaining: ${reportedRemaining(first)} to 0 and one more, within ${seconds(spanMs(first, last))}`;

/**
 * The countdowns from a full limit to 0, shorter than half a window, after which one more request was served. None if the limiter may refill
 * gradually.
 */
function overrunCountdowns(history: History): readonly Span[] {
  // Before half a window has passed, no request that was counted since the full limit expires.
  const isInTime = (span: Span) => spanMs(span.first, span.last) < history.windowMs / 2;
  return refillsGradually(history) ? [] : oneMoreServed(history).filter(isInTime);
}

/** False if a request was answered 429 when a bucket, filled at the rate of the limit, would certainly have served it. */
function refillsGradually(history: History): boolean {
  const { exchanges, refillPerMs } = history;
  let served: Exchange | undefined;
  for (const exchange of exchanges) {
    if (isCertainlyCounted(exchange)) served = exchange;
    if (served === undefined || !isExhausted(exchange)) continue;
    const refilled = refillPerMs * (exchange.sentAt - served.receivedAt);
    if (refilled > maxCountedBetween(history, served, exchange)) return false;
  }
  return true;
}

/** The bursts in which more requests were served than remained. */
export const overrunsOf = (history: History) =>
  burstsOf(history).filter(({ served, max, isComplete }) => isComplete && served > max);

/** The bursts at whose beginning it is known exactly, without a fraction, how many requests remain. */
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
  // After a 429, every limiter but a sliding counter is seen full or in whole steps. When a sliding counter reports the
  // same value twice, it has just refilled one request, and hardly more.
  return reported.flatMap((start, at) => {
    const before = reported[at - 1];
    return before !== undefined && isQuickRepeat(history, before, start)
      ? (burstFrom(history, before.exchange, start) ?? [])
      : [];
  });
}

/** Whether only this request is missing from the full limit. Then the value has no fraction, since no limiter holds more than the limit. */
const isFull = (history: History, { exchange, remaining }: Reported) =>
  remaining === history.limit - 1 && hasNoConcurrent(history, exchange);

/** The value fell by one although a token bucket would have refilled two: so this limiter counts whole requests. */
function isFallAfterPause(history: History, before: Reported | undefined, after: Reported): boolean {
  return (
    before?.remaining === after.remaining + 1 &&
    before.position === after.position - 1 &&
    hasNoConcurrent(history, after.exchange) &&
    history.refillPerMs * (after.exchange.sentAt - before.exchange.receivedAt) >= 2
  );
}

/** Two responses reported the same value, so fast that less than half a request is refilled meanwhile. */
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

/** The burst from `start` on; undefined if a request may expire in it. `since`: when the value is known to be exact. */
function burstFrom(history: History, since: Exchange, start: Reported): Burst | undefined {
  const { exchange: first, remaining } = start;
  const served = servedFrom(history, since, start);
  const last = served.reduce((a, b) => (b.receivedAt >= a.receivedAt ? b : a), first);
  // No request can expire if none was counted before.
  const canExpire = remaining !== history.limit - 1 && maxExpiredBetween(history, since, last, wholeSecondMs) > 0;
  if (canExpire) return undefined;
  const isComplete = new Set(served.map(reportedRemaining)).size > remaining;
  return { first, last, served: served.length, max: remaining + 1, isComplete };
}

/**
 * The served requests until one may have been refilled, or was: two responses have the same value above 0. Ends at a
 * response without a value, too; 429s do not end it.
 */
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
