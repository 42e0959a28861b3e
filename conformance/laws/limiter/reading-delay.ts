/**
 * How long a server takes between counting a request and reading `remaining` for its response (§8). If another request
 * is counted or given back in that time, the value is off by one.
 *
 * Example: ten concurrent requests, all answered within 20 ms, report 99, 98, … 90. So each value was read before the
 * next request was counted, and on average the server took at most 2 ms from counting to reading.
 */
import type { Exchange } from "../../model/exchange.ts";
import type { History } from "./history.ts";
import { reportedRemaining } from "./single-exchange.ts";
import { receipt, sending, spanMs } from "./timeline.ts";

/** With fewer requests, one that was given back may hide that two responses would have reported the same value. */
const minConcurrent = 8;

/** The longest possible time between counting and reading, in milliseconds; infinite if no burst of concurrent requests bounds it. */
export function maxReadingDelayMs({ exchanges, timeline }: History): number {
  let maxMs = Number.POSITIVE_INFINITY;
  for (const [at, first] of exchanges.entries()) {
    const burst = concurrentFrom(exchanges, at);
    const values = new Set(burst.map(reportedRemaining));
    if (burst.length < minConcurrent || values.size < burst.length || values.has(undefined)) continue;
    const last = burst.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a));
    const isUndisturbed = timeline.maxWithin(sending(first), receipt(last)) === burst.length;
    if (isUndisturbed) maxMs = Math.min(maxMs, spanMs(first, last) / burst.length);
  }
  return maxMs;
}

/** The exchanges from a position on that were sent before any of them was answered. */
function concurrentFrom(exchanges: readonly Exchange[], position: number): readonly Exchange[] {
  const burst: Exchange[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (let at = position; ; at += 1) {
    const exchange = exchanges[at];
    if (exchange === undefined || exchange.sentAt >= until) return burst;
    burst.push(exchange);
    until = Math.min(until, exchange.receivedAt);
  }
}
