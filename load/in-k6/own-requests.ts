/** Whether `X-RateLimit-Remaining` falls by an organization's own requests alone (§8). Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";

/** How far the value fell from one success to the next. */
interface Fall {
  readonly from: number;
  readonly to: number;
  /** How many requests were sent meanwhile, with the one that shows `to`. */
  readonly requests: number;
}

/**
 * The two successes between which it fell most beyond the number of requests sent; undefined if there are no two. `exchanges`: all of
 * the organization's requests, each sent after the one before was answered. A refill in between makes it fall less.
 */
export function largestFall(exchanges: readonly Exchange[]): Fall | undefined {
  let largest: Fall | undefined;
  let before: { readonly remaining: number; readonly position: number } | undefined;
  for (const [position, exchange] of exchanges.entries()) {
    const remaining = exchange.isSuccess ? remainingOf(exchange) : undefined;
    if (remaining === undefined) continue;
    if (before !== undefined) {
      const fall = { from: before.remaining, to: remaining, requests: position - before.position };
      if (largest === undefined || excessOf(fall) > excessOf(largest)) largest = fall;
    }
    before = { remaining, position };
  }
  return largest;
}

/** By how many requests it fell too far; it did not if this is zero or negative. */
export const excessOf = ({ from, to, requests }: Fall) => from - to - requests;
