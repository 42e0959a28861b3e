/** By how much `X-RateLimit-Remaining` falls from one response to the next: it may count only the organization's own requests (§8). Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";

/** The values of two consecutive successes. */
interface Fall {
  readonly from: number;
  readonly to: number;
  /** The number of requests after the first success, up to and including the second. */
  readonly requests: number;
  /** The two successes. */
  readonly proof: readonly [Exchange, Exchange];
}

/**
 * The fall that exceeds the number of requests most; undefined without two successes. `exchanges`: all of the organization's, each
 * sent after the one before was answered. A refill in between makes the fall smaller.
 */
export function largestFall(exchanges: readonly Exchange[]): Fall | undefined {
  let largest: Fall | undefined;
  let before: { readonly remaining: number; readonly position: number; readonly exchange: Exchange } | undefined;
  for (const [position, exchange] of exchanges.entries()) {
    const remaining = exchange.isSuccess ? remainingOf(exchange) : undefined;
    if (remaining === undefined) continue;
    if (before !== undefined) {
      const requests = position - before.position;
      const fall: Fall = { from: before.remaining, to: remaining, requests, proof: [before.exchange, exchange] };
      if (largest === undefined || excessOf(fall) > excessOf(largest)) largest = fall;
    }
    before = { remaining, position, exchange };
  }
  return largest;
}

/** By how much the value fell too far; zero or negative if it did not. */
export const excessOf = ({ from, to, requests }: Fall) => from - to - requests;
