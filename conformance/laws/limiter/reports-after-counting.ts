/** Whether a server counts a request before it reports `X-RateLimit-Remaining`, which the document leaves open (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { type History, memoryMs, type Reported, refilledDuring } from "./history.ts";
import { is429, reportedRemaining } from "./single-exchange.ts";
import { receipt, requestsOf, startOf } from "./timeline.ts";

/**
 * Some limiters report what remains before they count the request (100 … 1), others after it (99 … 0). A limiter
 * reports after it if a request was served with 0 remaining, or if one less than the limit was reported to the only
 * request that can have been counted. A limiter that once reported the whole limit reports before it.
 */
export function reportsAfterCounting(history: History): boolean {
  const { reported, limit } = history;
  if (reported.some(({ remaining }) => remaining >= limit)) return false;
  return reported.some(({ remaining }) => remaining === 0) || reportsOneLessAtFirst(history);
}

/**
 * One less than the limit was reported to the only request that can have been counted. This is stronger evidence than a
 * served request with 0 remaining, which a request that is given back between counting and reporting can imitate.
 */
export const reportsOneLessAtFirst = (history: History) =>
  history.reported.some(
    ({ exchange, remaining }) => remaining === history.limit - 1 && isOnlyOneRemembered(history, exchange),
  );

/** A request is hardly given back during an exchange in which a bucket refills less than this part of one. */
const hardlyRefilled = 0.1;

/**
 * One less than the limit was reported at first, or 0 to two served requests, one after the other. If the server reported before it counted, a request would have
 * to be given back in between, during each of them, which hardly happens twice.
 */
export function certainlyReportsAfterCounting(history: History): boolean {
  const zeros = history.reported.filter(
    (each) =>
      each.remaining === 0 &&
      refilledDuring(history, each.exchange) < hardlyRefilled &&
      !isAfterExhaustion(history, each),
  );
  const [first, last] = [zeros[0]?.exchange, zeros.at(-1)?.exchange];
  const areApart = first !== undefined && last !== undefined && last.sentAt > first.receivedAt;
  return areApart || reportsOneLessAtFirst(history);
}

/** Served right after a 429 or 0 remaining: so a request was given back, perhaps during this exchange. */
export function isAfterExhaustion({ exchanges }: History, { position }: Reported): boolean {
  const before = exchanges[position - 1];
  return before !== undefined && (is429(before) || reportedRemaining(before) === 0);
}

/** No other request was sent that may count and that some limiter may still remember. */
function isOnlyOneRemembered(history: History, exchange: Exchange): boolean {
  const from = exchange.sentAt - memoryMs(history);
  return (
    from >= history.runStartedAt &&
    history.possiblyCounted.maxWithin(startOf(from), receipt(exchange)) <= requestsOf(exchange)
  );
}
