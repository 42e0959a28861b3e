/** How much may come free between two exchanges, under any legal limiter (§8), and when only a window's turn explains it. */
import type { Exchange } from "../../model/exchange.ts";
import { earlierUse, type History, slackMs, span } from "./history.ts";
import { endOf, receipt, sending, startOf } from "./timeline.ts";

/**
 * The most that refilling frees between the two: a bucket at the limit's rate, by ticks of its clock, a sliding counter at
 * the rate of its last window.
 */
export function refilledBetween(history: History, first: Exchange, last: Exchange): number {
  const from = startOf(first.sentAt - 2 * history.windowMs);
  const counted = history.possible.within(from, receipt(last));
  const most = Math.min(counted, history.limit + history.unsure.within(from, receipt(last)));
  return (Math.max(history.limit, most) / history.windowMs) * (Math.max(0, span(first, last)) + tickMs(history));
}

/** How much of a bucket's time may come at once, in milliseconds: timers that fill it tick twice a second, or for each request. */
const tickMs = ({ windowMs, limit }: History) => Math.min(500, windowMs / limit);

/** A server that keeps whole seconds forgets a request up to so much early. */
const wholeSecondMs = 1000;

/** Own requests that a sliding log may have let go between the two. */
export function expiredBetween(history: History, first: Exchange, last: Exchange): number {
  const { windowMs } = history;
  return history.possible.within(
    startOf(first.sentAt - windowMs - slackMs(history)),
    endOf(last.receivedAt - windowMs + wholeSecondMs),
  );
}

/** The most that may have come free between the two without a window's turn. */
export function freedBetween(history: History, first: Exchange, last: Exchange): number {
  return refilledBetween(history, first, last) + expiredBetween(history, first, last) + earlierUse(history, first);
}

/** All that may have been counted from one to the other, both included. */
export const possibleBetween = (history: History, first: Exchange, last: Exchange) =>
  history.possible.within(sending(first), receipt(last));

/** Windows turn at least this far apart, in milliseconds. */
export const leastBetweenTurns = ({ windowMs }: History) => windowMs - Math.min(1200, 0.12 * windowMs);
