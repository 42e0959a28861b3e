/**
 * How much of the limit a legal limiter (§8) can at most regard as used when a request arrives. If that is less than the
 * limit, the request must be served: this is the base of every 'too early'.
 *
 * Example, 100 in 60 s, 100 requests 50 s ago and none since: a sliding log takes all 100 for used; a token bucket has
 * refilled 83, so 17 are used. The law must assume the largest: 100.
 */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History, maxUseBeforeRun } from "./history.ts";
import { maxTimerMs } from "./refill-bounds.ts";
import { isCertainlyCounted } from "./single-exchange.ts";
import { endOf, receipt, requestsOf, sending, startOf } from "./timeline.ts";

/** Takes all that may count, at the worst possible time, for each algorithm. The request itself is not included. */
export function maxUsed(history: History, exchange: Exchange): number {
  const inAnyAlgorithm = Math.max(
    maxUsedInLog(history, exchange),
    maxUsedInBucket(history, exchange),
    maxUsedInCounter(history, exchange),
  );
  return inAnyAlgorithm + maxUseBeforeRun(history, exchange);
}

/** The same for a limiter that is known to forget a request after a window. */
export const maxUsedInWindow = (history: History, exchange: Exchange): number =>
  maxUsedInLog(history, exchange) + maxUseBeforeRun(history, exchange);

/** Under every legal algorithm, the limit was not exceeded when the request came. */
export function isBelowLimit(history: History, exchange: Exchange): boolean {
  const { possiblyCounted, windowMs, limit } = history;
  // A shortcut: then `maxUsedInLog` alone reaches the limit.
  const isLimitReached = possiblyCounted.within(startOf(exchange.sentAt - windowMs), receipt(exchange)) > limit;
  return !isLimitReached && maxUsed(history, exchange) <= limit - 1;
}

/** What may have been counted since `from`, without `exchange` itself. */
function countedSince(history: History, from: number, exchange: Exchange): number {
  return Math.max(0, history.possiblyCounted.within(startOf(from), receipt(exchange)) - 1);
}

/** A sliding log counts the last window; a fixed window counts no more. */
function maxUsedInLog(history: History, exchange: Exchange): number {
  return countedSince(history, exchange.sentAt - history.windowMs - clockToleranceMs(history), exchange);
}

const isSentAfter = (other: Exchange, exchange: Exchange) =>
  other.sentAt > exchange.receivedAt || (other.sentAt === exchange.receivedAt && other.index > exchange.index);

/** A token bucket. When it serves a request, at most the limit is used; requests in flight at the same time may add to that. */
function maxUsedInBucket(history: History, exchange: Exchange): number {
  const { limit, windowMs, refillPerMs, uncertain } = history;
  const earlier = history.exchanges.filter((other) => !isSentAfter(other, exchange));
  let used = 0;
  let usedAt = 0;
  for (const other of earlier) {
    if (other === exchange) continue;
    const time = Math.min(other.receivedAt, exchange.sentAt);
    used = Math.max(0, used - refillPerMs * Math.max(0, time - usedAt)) + requestsOf(other);
    if (isCertainlyCounted(other)) used = Math.min(used, limit + uncertain.within(sending(other), receipt(other)));
    usedAt = Math.max(usedAt, time);
  }
  // Requests that are not in `exchanges` may count too; after two windows a bucket has refilled them.
  const from = exchange.sentAt - 2 * windowMs;
  const ownUncertain = earlier.filter((other) => !isCertainlyCounted(other) && other.receivedAt >= from).length;
  const foreign = Math.max(0, uncertain.within(startOf(from), receipt(exchange)) - ownUncertain);
  // The timer that refills may be late.
  return Math.max(0, used + foreign - refillPerMs * Math.max(0, exchange.sentAt - usedAt - maxTimerMs));
}

/**
 * A sliding counter adds up two fixed windows: the current one, and of the previous one the part that the last window
 * covers. They may begin at any time.
 */
function maxUsedInCounter(history: History, exchange: Exchange): number {
  const { windowMs, limit, possiblyCounted, uncertain } = history;
  const earliest = exchange.sentAt - windowMs;
  const starts = new Set([exchange.receivedAt]);
  for (const { sentAt, receivedAt } of history.exchanges) {
    for (const start of [sentAt, receivedAt, sentAt + windowMs, receivedAt + windowMs]) {
      if (start >= earliest && start <= exchange.receivedAt) starts.add(start);
    }
  }
  let max = 0;
  for (const start of starts) {
    const covered = Math.min(1, Math.max(0, 1 - (exchange.sentAt - start) / windowMs));
    const [from, to] = [startOf(start - windowMs), endOf(start)];
    const itself = start >= exchange.sentAt ? 1 : 0;
    const previous = Math.min(possiblyCounted.within(from, to) - itself, limit + uncertain.within(from, to));
    max = Math.max(max, previous * covered + countedSince(history, start, exchange));
  }
  return max;
}
