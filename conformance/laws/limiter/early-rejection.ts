/** §7.2: a 429 that came before the limit was exceeded. */
import type { Exchange } from "../../model/exchange.ts";
import { type History, is429, isCertainlyCounted, memoryMs } from "./history.ts";
import { receipt, startOf } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";

/** Not where the limit was exceeded before, and nothing was served since: that is for the law of recovery. */
export const isEarly = (history: History, rejected: Exchange) =>
  isBelowLimit(history, rejected) && (!wasExceeded(history, rejected) || wasServedAgain(history, rejected));

/** Not long before, for any limiter to have forgotten it, the limit had been exceeded. */
function wasExceeded(history: History, rejected: Exchange): boolean {
  const from = startOf(rejected.sentAt - memoryMs(history) - history.windowMs);
  return (
    history.exchanges.some((exchange) => is429(exchange) && exchange.receivedAt <= rejected.sentAt) &&
    history.possiblyCounted.within(from, receipt(rejected)) > history.limit
  );
}

/** Within the window before, and after another 429. */
function wasServedAgain({ exchanges, windowMs }: History, rejected: Exchange): boolean {
  const before = exchanges.find(is429);
  return exchanges.some(
    (exchange) =>
      isCertainlyCounted(exchange) &&
      exchange.sentAt > rejected.sentAt - windowMs &&
      exchange.receivedAt <= rejected.sentAt &&
      before !== undefined &&
      before.receivedAt <= exchange.sentAt,
  );
}
