/** How long a server takes from counting a request to reading what remains of the limit (§8), or the other way round. */
import type { Exchange } from "../../model/exchange.ts";
import { type History, reportedRemaining } from "./history.ts";
import { receipt, sending, spanMs } from "./timeline.ts";

/** Among fewer, something given back may hide that two reported the same. */
const minConcurrent = 8;

/**
 * The most, in milliseconds; infinite where it is not known. Where concurrent requests each reported another value, no other was
 * counted meanwhile: so these times were one after the other.
 */
export function maxApartMs({ exchanges, timeline }: History): number {
  let maxMs = Number.POSITIVE_INFINITY;
  for (const [at, first] of exchanges.entries()) {
    const burst = concurrentFrom(exchanges, at);
    const values = new Set(burst.map(reportedRemaining));
    if (burst.length < minConcurrent || values.size < burst.length || values.has(undefined)) continue;
    const last = burst.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a));
    const isAlone = timeline.within(sending(first), receipt(last)) === burst.length;
    if (isAlone) maxMs = Math.min(maxMs, spanMs(first, last) / burst.length);
  }
  return maxMs;
}

/** Those that were sent from a position on, before any of them was answered. */
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
