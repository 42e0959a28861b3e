/**
 * §7.2: whether a 429 came too early: no legal limiter can regard the limit as exceeded (`isBelowLimit`). A limiter
 * that never recovers answers 429 all the time after the limit was exceeded, which `limit.recovers` judges. So after
 * that time a 429 is early only if another request was served before it.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type History, memoryMs } from "./history.ts";
import { is429, isCertainlyCounted } from "./single-exchange.ts";
import { receipt, startOf } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";

export const isEarly = (history: History, rejected: Exchange) =>
  isBelowLimit(history, rejected) && (!wasExceeded(history, rejected) || wasServedAgain(history, rejected));

/** The limit was exceeded so recently that a limiter may still remember it. */
function wasExceeded(history: History, rejected: Exchange): boolean {
  const from = startOf(rejected.sentAt - memoryMs(history) - history.windowMs);
  return (
    history.exchanges.some((exchange) => is429(exchange) && exchange.receivedAt <= rejected.sentAt) &&
    history.possiblyCounted.maxWithin(from, receipt(rejected)) > history.limit
  );
}

/** A request was served in the last window, after an earlier 429. */
function wasServedAgain({ exchanges, windowMs }: History, rejected: Exchange): boolean {
  const { receivedAt } = exchanges.find(is429) ?? rejected;
  return exchanges.some(
    (exchange) =>
      isCertainlyCounted(exchange) &&
      exchange.sentAt >= receivedAt &&
      exchange.sentAt > rejected.sentAt - windowMs &&
      exchange.receivedAt <= rejected.sentAt,
  );
}
