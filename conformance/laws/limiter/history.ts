/**
 * What the exchanges of one organization show of its rate limiter (§8): the shape that all laws of the limiter read.
 *
 * The document does not say which requests count. A request with a valid API key that is answered 2xx certainly does;
 * every other request only possibly does: a session's, one without credentials, one that is answered with an error or
 * 429. Upper bounds are therefore computed from `possiblyCounted`, lower bounds from `certainlyCounted`. Example: after
 * a key's 200, a key's 404 and a session's 200, at least 1 request and at most 3 have been counted.
 */
import type { Exchange } from "../../model/exchange.ts";
import { receipt, requestsOf, sending, spanMs, type Timeline } from "./timeline.ts";

export interface History {
  readonly organization: string;
  /** The organization's exchanges, in the order of sending, without the 429s of an operation's own limit (`isOfOwnLimit`). */
  readonly exchanges: readonly Exchange[];
  readonly limit: number;
  readonly windowMs: number;
  /** How many requests a token bucket gives back in a millisecond: limit / window. */
  readonly refillPerMs: number;
  /** When the first request of the run was sent, by whichever organization. */
  readonly runStartedAt: number;
  readonly timeline: Timeline;
  /** All requests that may count: also those of no organization, and of other organizations' sessions. */
  readonly possiblyCounted: Timeline;
  /** The requests that certainly count. A redirected request counts once; in other timelines each redirect counts. */
  readonly certainlyCounted: Timeline;
  /** The requests of `possiblyCounted` that are not certainly counted. */
  readonly uncertain: Timeline;
  /** Requests with API keys of other organizations. */
  readonly otherOrganizations: Timeline;
  /** `X-RateLimit-Remaining` of the certainly counted requests, in the order of `exchanges`. */
  readonly reported: readonly Reported[];
  /** The server counts a request before it reports `X-RateLimit-Remaining` (for 100, first 99). False if unknown. */
  readonly remainingIncludesSelf: boolean;
  /** That is so, and no request that was given back between reporting and counting explains what shows it. */
  readonly certainlyIncludesSelf: boolean;
}

/** What `X-RateLimit-Remaining` reported in one response. */
export interface Reported {
  readonly exchange: Exchange;
  /** Its position in the history's exchanges. */
  readonly position: number;
  readonly remaining: number;
  /** The largest `remaining` up to here. */
  readonly maxSoFar: number;
  /** When this response and all responses before it had been received. */
  readonly answeredAt: number;
}

/** No other request of the organization was in flight. */
export const hasNoConcurrent = ({ timeline }: History, exchange: Exchange) =>
  timeline.maxWithin(sending(exchange), receipt(exchange)) === requestsOf(exchange);

/**
 * How much later than a window a server may forget a request, in milliseconds: many servers store times in whole
 * seconds. It is less than the time in which two requests are refilled, so that who waits for a window and these two
 * has waited enough for every limiter.
 */
export const clockToleranceMs = ({ windowMs, limit }: Pick<History, "windowMs" | "limit">) =>
  Math.min(1000, (1.5 * windowMs) / limit);

/** The longest that a legal limiter remembers a request: a sliding counter holds two windows. */
export const memoryMs = (rate: Pick<History, "windowMs" | "limit">) => 2 * rate.windowMs + clockToleranceMs(rate);

/** How many requests a token bucket gives back during an exchange. */
export const refilledDuring = ({ refillPerMs }: History, exchange: Exchange) =>
  spanMs(exchange, exchange) * refillPerMs;
