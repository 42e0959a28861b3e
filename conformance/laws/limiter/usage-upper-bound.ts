/** The most of the limit that any legal limiter (§8) may hold to be used when a request comes. */
import type { Exchange } from "../../model/exchange.ts";
import { earlierUse, type History, isSure, slackMs } from "./history.ts";
import { endOf, receipt, sending, startOf } from "./timeline.ts";

/**
 * Counts everything that may count, at the time that is worst, and for each algorithm. A request that comes when less than
 * the limit less one is used must be served; the answer to it tells at least what this leaves.
 */
export function mostUsed(history: History, exchange: Exchange): number {
  const most = Math.max(
    usedInLog(history, exchange),
    usedInBucket(history, exchange),
    usedInCounter(history, exchange),
  );
  return most + earlierUse(history, exchange);
}

/** What was counted before `to`, without `exchange` itself, which is under way then. */
function countedFrom(history: History, from: number, exchange: Exchange): number {
  return Math.max(0, history.possible.within(startOf(from), receipt(exchange)) - 1);
}

/** A sliding log, and any window, which holds no more. */
function usedInLog(history: History, exchange: Exchange): number {
  return countedFrom(history, exchange.sentAt - history.windowMs - slackMs(history), exchange);
}

/** It was sent when `exchange` had been answered. */
const isAfter = (one: Exchange, exchange: Exchange) =>
  one.sentAt > exchange.receivedAt || (one.sentAt === exchange.receivedAt && one.index > exchange.index);

/** A bucket that refills. What it serves leaves it at the limit at most; what it refuses or does not limit may go further. */
function usedInBucket(history: History, exchange: Exchange): number {
  let used = 0;
  let at = 0;
  for (const one of history.exchanges) {
    if (one === exchange || isAfter(one, exchange)) continue;
    const time = Math.min(one.receivedAt, exchange.sentAt);
    used = Math.max(0, used - history.rate * Math.max(0, time - at)) + 1 + (one.redirects ?? 0);
    if (isSure(one)) used = Math.min(used, history.limit + history.unsure.within(sending(one), receipt(one)));
    at = Math.max(at, time);
  }
  const nobodys = history.unsure.within(startOf(exchange.sentAt - 2 * history.windowMs), receipt(exchange));
  const own = history.exchanges.filter(
    (one) => !isSure(one) && one.receivedAt >= exchange.sentAt - 2 * history.windowMs && !isAfter(one, exchange),
  ).length;
  return Math.max(0, used + Math.max(0, nobodys - own) - history.rate * Math.max(0, exchange.sentAt - at));
}

/** Two windows of the clock, wherever they begin: the earlier counts for the part that still lies in the last window. */
function usedInCounter(history: History, exchange: Exchange): number {
  const { windowMs, limit } = history;
  const to = exchange.receivedAt;
  const earliest = exchange.sentAt - windowMs;
  const starts = new Set<number>([to]);
  for (const { sentAt, receivedAt } of history.exchanges) {
    for (const start of [sentAt, receivedAt, sentAt + windowMs, receivedAt + windowMs]) {
      if (start >= earliest && start <= to) starts.add(start);
    }
  }
  let most = 0;
  for (const start of starts) {
    const covered = Math.min(1, Math.max(0, 1 - (exchange.sentAt - start) / windowMs));
    const from = start - windowMs;
    const itself = start >= exchange.sentAt ? 1 : 0;
    const counted = history.possible.within(startOf(from), endOf(start)) - itself;
    const previous = Math.min(counted, limit + history.unsure.within(startOf(from), endOf(start)));
    most = Math.max(most, previous * covered + countedFrom(history, start, exchange));
  }
  return most;
}
