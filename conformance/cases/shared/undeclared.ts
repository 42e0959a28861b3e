/** §7.1 and §8 apply to every response, also to requests that the document does not declare. */
import { bodyOf, isObject } from "../../model/body.ts";
import { isUnknownMethod } from "../../model/exchange.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import { type Exchange, isServerError } from "../case.ts";
import { mismatch } from "./expect.ts";

/** The redirects that led to `exchange` must have the rate limit headers of `declared`. */
export function expectHeadersOnRedirect(exchange: Exchange, declared = exchange): void {
  const missing = (exchange.redirectLacks ?? []).filter((name) => declared.header(name) !== undefined);
  if (missing.length === 0) return;
  mismatch(exchange, "the rate limit headers on the redirect, as on the response after it", {
    actual: `a redirect without ${missing.join(", ")}`,
  });
}

/** An error response must have an error body and the rate limit headers of `declared`. It may have more. */
export function expectErrorLike(
  declared: Exchange,
  exchange: Exchange,
  what = " for a path or a method that does not exist",
): void {
  if (isServerError(exchange) && !isUnknownMethod(exchange)) mismatch(exchange, `a 4xx${what}`);
  if (exchange.status < 400) return;
  if (!isObject(exchange.json()) || typeof bodyOf(exchange).error !== "string")
    mismatch(exchange, "an error body: a JSON object with `error`, a string");
  const missing = rateLimitHeaders.filter(
    (name) => declared.header(name) !== undefined && exchange.header(name) === undefined,
  );
  if (missing.length === 0) return;
  mismatch(exchange, "the rate limit headers, as on other responses", {
    actual: `${exchange.status} without ${missing.join(", ")}`,
    after: [declared],
  });
}
