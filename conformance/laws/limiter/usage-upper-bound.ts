/**
 * How much of the limit a legal limiter (§8) can at most regard as used when a request arrives. If that is less than
 * the limit, a 429 to this request comes too early.
 *
 * Example, 100 in 60 s, with 100 requests 50 s ago and none since: for a sliding log all 100 are still used; a token
 * bucket has refilled 83, so that 17 are used. The laws must assume the larger number, 100.
 */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History } from "./history.ts";
import { maxTimerMs } from "./refill-bounds.ts";
import { isCertainlyCounted } from "./single-exchange.ts";
import { endOf, receipt, requestsOf, sending, startOf } from "./timeline.ts";
import { maxFurtherCost, maxUseBeforeRun } from "./use-before-run.ts";

/** How many earlier requests count, at most, when this one arrives, if all that may count do so as late as possible. */
export function maxUsed(history: History, exchange: Exchange): number {
  const before = maxUseBeforeRun(history, exchange);
  return Math.max(
    maxUsedInLog(history, exchange) + before,
    maxUsedInBucket(history, exchange),
    maxUsedInCounter(history, exchange) + before,
  );
}

/** As `maxUsed`, for a limiter that is known to forget a request after a window. */
export const maxUsedInWindow = (history: History, exchange: Exchange): number =>
  maxUsedInLog(history, exchange) + maxUseBeforeRun(history, exchange);

/** No legal algorithm can regard the limit as exceeded when this request arrives. */
export function isBelowLimit(history: History, exchange: Exchange): boolean {
  const { limit } = history;
  // Only for speed: if this holds, `maxUsedInLog` reaches the limit.
  const isLimitReached = countedInWindow(history, exchange) >= limit;
  return !isLimitReached && maxUsed(history, exchange) <= limit - 1;
}

/** How many requests may have been counted since `from`, without `exchange` itself. */
const countedSince = ({ possiblyCounted }: History, from: number, exchange: Exchange) =>
  possiblyCounted.maxWithin(startOf(from), receipt(exchange)) - 1;

/** How many requests may have been counted in the window before `exchange`. */
export const countedInWindow = (history: History, exchange: Exchange) =>
  countedSince(history, exchange.sentAt - history.windowMs, exchange);

/** A sliding log counts what was sent in the last window; a fixed window counts no more. */
function maxUsedInLog(history: History, exchange: Exchange): number {
  return countedSince(history, exchange.sentAt - history.windowMs - clockToleranceMs(history), exchange);
}

const isSentAfter = (other: Exchange, exchange: Exchange) =>
  other.sentAt > exchange.receivedAt || (other.sentAt === exchange.receivedAt && other.index > exchange.index);

/**
 * From a token bucket each request takes one, and `refillPerMs` come back each millisecond. When the bucket serves a
 * request, at most the limit is used, and what requests in flight at the same time may take, or the first one that costs more.
 * What was used before the organization's first request counts until the bucket is full again: a bucket may be below
 * empty if rejected requests take from it, too.
 *
 * Example, 100 in 60 s: 100 requests, and this one 6 s later. 10 came back, or 9.2 if a timer is 0.5 s late: so at most
 * 90.8 are used.
 */
function maxUsedInBucket(history: History, exchange: Exchange): number {
  const { limit, windowMs, refillPerMs, uncertain } = history;
  const earlier = history.exchanges.filter((other) => !isSentAfter(other, exchange));
  const [first = exchange] = earlier;
  let used = maxUsedAtFirst(history, first);
  let usedAt = first.receivedAt;
  for (const other of earlier) {
    if (other === exchange) continue;
    const time = Math.min(other.receivedAt, exchange.sentAt);
    used = Math.max(0, used - refillPerMs * Math.max(0, time - usedAt)) + requestsOf(other);
    const inExcess = uncertain.maxWithin(sending(other), receipt(other)) + (other === first ? maxFurtherCost : 0);
    if (isCertainlyCounted(other)) used = Math.min(used, limit + inExcess);
    usedAt = Math.max(usedAt, time);
  }
  // Requests that are not in `exchanges` (of sessions of other organizations) may count too, until a bucket has
  // refilled them after two windows.
  const from = exchange.sentAt - 2 * windowMs;
  const ownUncertain = earlier.filter((other) => !isCertainlyCounted(other) && other.receivedAt >= from).length;
  const foreign = uncertain.maxWithin(startOf(from), receipt(exchange)) - ownUncertain;
  // The timer that refills may be late.
  return used + foreign - refillPerMs * Math.max(0, exchange.sentAt - usedAt - maxTimerMs);
}

/**
 * How much of a bucket may be used at the organization's first request. The first response that reports `remaining`
 * shows it, whatever was answered before: at most what was used then, and what was refilled until then. The first request may cost more than one.
 */
function maxUsedAtFirst(history: History, first: Exchange): number {
  const reporting = history.reported[0]?.exchange ?? first;
  const refilled = history.refillPerMs * Math.max(0, reporting.receivedAt - first.receivedAt);
  return Math.min(history.limit + maxFurtherCost, maxUseBeforeRun(history, reporting) + refilled);
}

/**
 * A sliding counter keeps two fixed windows, and counts each request in one of them. It adds the count of the current
 * one and a share of the previous one: the share of it that lies in the last 60 s. The windows may begin at any time.
 * The later they begin, the larger is the share, until a response or the end of its window is passed: so these
 * beginnings are tried.
 *
 * Example, 100 in 60 s: the current window began 15 s ago and counts 30, the previous one 80. 45 s of the previous one
 * lie in the last 60 s: 30 + 80 × 45 / 60 = 90.
 */
function maxUsedInCounter(history: History, exchange: Exchange): number {
  const { windowMs, limit, uncertain } = history;
  const starts = history.exchanges
    .flatMap(({ receivedAt }) => [receivedAt, receivedAt + windowMs])
    .filter((start) => start >= exchange.sentAt - windowMs && start <= exchange.receivedAt);
  let max = 0;
  for (const start of new Set(starts)) {
    const covered = Math.min(1, 1 - (exchange.sentAt - start) / windowMs);
    const current = countedSince(history, start, exchange);
    const previous = countedSince(history, start - windowMs, exchange) - current;
    const maxServed = limit + uncertain.maxWithin(startOf(start - windowMs), endOf(start));
    max = Math.max(max, Math.min(previous, maxServed) * covered + current);
  }
  return max;
}
