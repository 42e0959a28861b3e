/** The most of the limit that any legal limiter (§8) may hold to be used when a request comes. */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History, isCertainlyCounted, maxUseBeforeRun } from "./history.ts";
import { maxTimerMs } from "./refill-bounds.ts";
import { endOf, receipt, requestsOf, sending, startOf } from "./timeline.ts";

/**
 * Counts all that may count, at the worst possible time, for each algorithm. Where it is less than the limit less one, the
 * request must be served, and its response reports at least what is then unused.
 */
export function maxUsed(history: History, exchange: Exchange): number {
  const inAnyAlgorithm = Math.max(
    maxUsedInLog(history, exchange),
    maxUsedInBucket(history, exchange),
    maxUsedInCounter(history, exchange),
  );
  return inAnyAlgorithm + maxUseBeforeRun(history, exchange);
}

/** As `maxUsed`, where the limiter is known to forget a request after a window. */
export const maxUsedInWindow = (history: History, exchange: Exchange): number =>
  maxUsedInLog(history, exchange) + maxUseBeforeRun(history, exchange);

/** Whatever the algorithm, the request came before the limit was exceeded. */
export function isBelowLimit(history: History, exchange: Exchange): boolean {
  const { possiblyCounted, windowMs, limit } = history;
  // Mostly the requests of the last window alone are enough to exceed it, and no more need be computed.
  const isBusy = possiblyCounted.within(startOf(exchange.sentAt - windowMs), receipt(exchange)) > limit;
  return !isBusy && maxUsed(history, exchange) <= limit - 1;
}

/** What was counted since `from`, without `exchange` itself, which is in flight. */
function countedSince(history: History, from: number, exchange: Exchange): number {
  return Math.max(0, history.possiblyCounted.within(startOf(from), receipt(exchange)) - 1);
}

/** A sliding log; a fixed window holds no more. */
function maxUsedInLog(history: History, exchange: Exchange): number {
  return countedSince(history, exchange.sentAt - history.windowMs - clockToleranceMs(history), exchange);
}

const isSentAfter = (other: Exchange, exchange: Exchange) =>
  other.sentAt > exchange.receivedAt || (other.sentAt === exchange.receivedAt && other.index > exchange.index);

/** A token bucket. A request that it serves leaves it at the limit at most; others may take it further. */
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
  const from = exchange.sentAt - 2 * windowMs;
  const known = earlier.filter((other) => !isCertainlyCounted(other) && other.receivedAt >= from).length;
  const foreign = Math.max(0, uncertain.within(startOf(from), receipt(exchange)) - known);
  return Math.max(0, used + foreign - refillPerMs * Math.max(0, exchange.sentAt - usedAt - maxTimerMs));
}

/** A sliding counter of two windows, wherever they begin: the earlier one counts for the part that the last window covers. */
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
