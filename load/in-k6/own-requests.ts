/** Whether `X-RateLimit-Remaining` falls by an organization's own requests alone (§8). Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";

/** From one success to the next. */
export interface Fall {
  readonly from: number;
  readonly to: number;
  /** How many requests were sent meanwhile, with the one that shows `to`. */
  readonly requests: number;
}

/**
 * The step in which it fell most beyond the requests that were sent; undefined where no two responses show it. `exchanges`: all of
 * the organization's requests, each sent after the one before was answered. Whatever is refilled meanwhile makes it fall less.
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

/** By how many requests it fell too far; none where this is not positive. */
export const excessOf = ({ from, to, requests }: Fall) => from - to - requests;
