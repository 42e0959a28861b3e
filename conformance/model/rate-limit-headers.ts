/** §8: the values of the three rate limit headers. */
import { type Exchange, type HeaderList, headerValues } from "./exchange.ts";
import type { RateLimit } from "./rate-limit.ts";

export const rateLimitHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

export const missingHeaders = (exchange: Exchange) =>
  rateLimitHeaders.filter((name) => exchange.header(name) === undefined);

export const missingIn = (headers: HeaderList) =>
  rateLimitHeaders.filter((name) => headerValues(headers, name.toLowerCase()).length === 0);

/** An integer of any size: a server without a limit may report 2^63 − 1. */
export const isInteger = (value: string) => /^[+-]?\d+$/.test(value);

/** The header's value if it is an integer, else undefined. */
export function integerHeader(exchange: Exchange, name: (typeof rateLimitHeaders)[number]): number | undefined {
  const value = exchange.header(name)?.trim();
  return value !== undefined && isInteger(value) ? Number(value) : undefined;
}

/** The value of `X-RateLimit-Remaining`. */
export const remainingOf = (exchange: Exchange) => integerHeader(exchange, "X-RateLimit-Remaining");

/** The value of `X-RateLimit-Limit`. */
export const limitOf = (exchange: Exchange) => integerHeader(exchange, "X-RateLimit-Limit");

/**
 * A 429 of an operation's own limit, such as a few invitations an hour. Its headers show that limit, which is lower
 * than the organization's. Never for listProducts, with which the run exceeds the organization's limit.
 */
export function isOfOwnLimit(exchange: Exchange, { limit }: RateLimit): boolean {
  if (exchange.status !== 429 || exchange.operation === "listProducts") return false;
  const shown = limitOf(exchange) ?? 0;
  return shown > 0 && shown < limit;
}
