/** How many requests the limiter can have given back between two exchanges, under any legal algorithm (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History, maxUseBeforeRun } from "./history.ts";
import { endOf, receipt, sending, spanMs, startOf } from "./timeline.ts";

/** All requests that may have been counted from one to the other, both included. */
export const maxCountedBetween = ({ possiblyCounted }: History, first: Exchange, last: Exchange) =>
  possiblyCounted.within(sending(first), receipt(last));

/** By refilling: a token bucket at the rate of the limit, in steps; a sliding counter at the rate of its last window. */
export function maxRefilledBetween(history: History, first: Exchange, last: Exchange): number {
  const { limit, windowMs, possiblyCounted, uncertain } = history;
  const from = startOf(first.sentAt - 2 * windowMs);
  const maxInWindow = Math.min(
    possiblyCounted.within(from, receipt(last)),
    limit + uncertain.within(from, receipt(last)),
  );
  return (Math.max(limit, maxInWindow) / windowMs) * (Math.max(0, spanMs(first, last)) + refillStepMs(history));
}

/** What a bucket may refill in one step, in milliseconds: a timer does it twice a second, or for each request. */
const refillStepMs = ({ windowMs, limit }: History) => Math.min(500, windowMs / limit);

/** A server that keeps whole seconds may forget a request so much too early. */
const wholeSecondMs = 1000;

/** By expiry: requests that a sliding log may have dropped. */
export function maxExpiredBetween(history: History, first: Exchange, last: Exchange): number {
  const { windowMs, possiblyCounted } = history;
  return possiblyCounted.within(
    startOf(first.sentAt - windowMs - clockToleranceMs(history)),
    endOf(last.receivedAt - windowMs + wholeSecondMs),
  );
}

/** In every way but a reset of the window. */
export function maxFreedBetween(history: History, first: Exchange, last: Exchange): number {
  return (
    maxRefilledBetween(history, first, last) + maxExpiredBetween(history, first, last) + maxUseBeforeRun(history, first)
  );
}
