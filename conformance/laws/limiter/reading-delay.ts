/**
 * How long a server takes between counting a request and reading `remaining` for its response (§8), or the other way
 * round. In that time another request may be counted, or one given back, so that the value is off by one.
 *
 * Example: ten concurrent requests, all in flight within 20 ms, report 99, 98, … 90. Each value was read before the
 * next request was counted, so the ten pairs of counting and reading came one after the other: each took 2 ms at most.
 */
import type { Exchange } from "../../model/exchange.ts";
import type { History } from "./history.ts";
import { reportedRemaining } from "./single-exchange.ts";
import { receipt, sending, spanMs } from "./timeline.ts";

/** Among fewer, a request that was given back may hide that two would have reported the same. */
const minConcurrent = 8;

/** In milliseconds; infinite where no concurrent requests show it. */
export function maxReadingDelayMs({ exchanges, timeline }: History): number {
  let maxMs = Number.POSITIVE_INFINITY;
  for (const [at, first] of exchanges.entries()) {
    const burst = concurrentFrom(exchanges, at);
    const values = new Set(burst.map(reportedRemaining));
    if (burst.length < minConcurrent || values.size < burst.length || values.has(undefined)) continue;
    const last = burst.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a));
    const isUndisturbed = timeline.within(sending(first), receipt(last)) === burst.length;
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
