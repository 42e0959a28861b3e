/** Choices of how requests are counted, and of what the rate limit's headers report (§8). */
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { AlignedWindow } from "../../limiters/aligned-window.ts";
import { Gcra } from "../../limiters/gcra.ts";
import { SlidingCounter } from "../../limiters/sliding-counter.ts";
import { SlidingLog } from "../../limiters/sliding-log.ts";
import { TokenBucket } from "../../limiters/token-bucket.ts";
import { combine, replace } from "../seams/replace.ts";
import { sending } from "../seams/responses.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

const limitedBy = (id: string, choice: string, createAlgorithm: () => LimitAlgorithm): Variant =>
  defineVariant({ id, choice, group: "algorithm", change: replace("limiter", { createAlgorithm }) });

/** Replaces `X-RateLimit-Reset`. `write` gets the time of the reset and the current time, in milliseconds since the epoch. */
const resetAs = (id: string, choice: string, write: (resetAt: number, now: number) => string): Variant =>
  defineVariant({
    id,
    choice,
    group: "reset",
    change: replace("limiter", ({ headers }) => ({
      headers: (hit, declared, now) => ({
        ...headers(hit, declared, now),
        "X-RateLimit-Reset": write(hit.resetAt, now),
      }),
    })),
  });

export default [
  limitedBy("limiter-aligned", "The window begins with each full minute of the clock", () => new AlignedWindow()),
  limitedBy(
    "limiter-sliding-log",
    "The window slides: each request counts for the length of a window",
    () => new SlidingLog(),
  ),
  limitedBy(
    "limiter-sliding-log-all",
    "The window slides, and rejected requests count, too",
    () => new SlidingLog({ countsRejected: true }),
  ),
  limitedBy(
    "limiter-sliding-counter",
    "The limiter is a sliding counter: the previous window counts in proportion to its part in the sliding window",
    () => new SlidingCounter(),
  ),
  limitedBy(
    "limiter-token-bucket",
    "The limiter is a token bucket that fills evenly, from empty to full in one window",
    () => new TokenBucket(),
  ),
  limitedBy(
    "limiter-sliding-segments",
    "The window slides in six segments: the requests of a segment stop counting together",
    () => new SlidingLog({ segments: 6 }),
  ),
  limitedBy(
    "limiter-token-bucket-in-chunks",
    "The limiter is a token bucket that a timer fills ten times in one window",
    () => new TokenBucket({ chunks: 10 }),
  ),
  limitedBy(
    "limiter-token-bucket-in-quarters",
    "The limiter is a token bucket that a timer fills four times in one window",
    () => new TokenBucket({ chunks: 4 }),
  ),
  limitedBy(
    "limiter-gcra",
    "The limiter uses the generic cell rate algorithm, with a burst of the whole limit",
    () => new Gcra(),
  ),

  ...variantsOf("counting", {
    "errors-not-counted": {
      choice: "A request that is answered with an error other than 429 does not count",
      change: replace("limiter", { staysCounted: (_caller, _operation, status) => status < 400 || status === 429 }),
    },
    "not-found-not-counted": {
      choice: "A request that is answered 404 does not count, but other errors do",
      change: replace("limiter", { staysCounted: (_caller, _operation, status) => status !== 404 }),
    },
    "forbidden-before-limit": {
      choice: "Roles are checked before the limit: forbidden requests neither count nor are answered 429",
      change: replace("limiter", (_limiter, { credentials: { permits } }) => ({
        counts: (caller, operation) =>
          caller === undefined || operation === undefined || permits(caller.role, operation, caller),
      })),
    },
  }),
  defineVariant({
    id: "remaining-before-counting",
    choice: "X-RateLimit-Remaining does not yet count the request that it answers",
    group: "remaining",
    change: replace("limiter", ({ headers }) => ({
      headers: (hit, declared, now) =>
        headers({ ...hit, remaining: hit.admitted ? Math.min(hit.limit, hit.remaining + 1) : 0 }, declared, now),
    })),
  }),
  defineVariant({
    id: "expired-counted",
    choice: "A request with an expired key counts against the key's organization, and is rejected over its limit",
    group: "expired",
    change: replace("limiter", { bucketOf: (caller, _operation, _request, expired) => (caller ?? expired)?.orgId }),
  }),
  defineVariant({
    id: "unknown-query-rejected-first",
    choice: "A request with a query is answered 400 and not counted",
    group: "counting",
    change: combine(
      replace("limiter", ({ bucketOf }) => ({
        bucketOf: (caller, operation, request, expired) =>
          request.url?.includes("?") ? undefined : bucketOf(caller, operation, request, expired),
      })),
      sending((send) => (response, status, body, operation) => {
        const isRejected = status < 400 && response.req.url.includes("?");
        send(response, isRejected ? 400 : status, isRejected ? { error: "Unknown query." } : body, operation);
      }),
    ),
  }),
  ...variantsOf("expired", {
    "unauthenticated-counted-by-address": {
      choice: "Requests without valid credentials are counted by address, and rejected over the same limit",
      change: replace("limiter", {
        bucketOf: (caller, _operation, request) => caller?.orgId ?? `address ${request.socket.remoteAddress ?? ""}`,
      }),
    },
    "unauthenticated-limited-by-address": {
      choice: "Requests without valid credentials are counted by address, against a lower limit",
      change: replace("limiter", {
        bucketOf: (caller, _operation, request) => caller?.orgId ?? `address ${request.socket.remoteAddress ?? ""}`,
        enforcedLimit: (declared, caller) => (caller === undefined ? Math.min(declared, 30) : declared),
      }),
    },
  }),
  resetAs("reset-seconds-left", "X-RateLimit-Reset is the number of remaining seconds", (resetAt, now) =>
    String(Math.max(0, Math.ceil((resetAt - now) / 1000))),
  ),
  resetAs("reset-milliseconds", "X-RateLimit-Reset is in milliseconds since the epoch", (resetAt) =>
    String(Math.round(resetAt)),
  ),
  resetAs("reset-fraction", "X-RateLimit-Reset is the number of remaining seconds, with a fraction", (resetAt, now) =>
    ((resetAt - now) / 1000).toFixed(3),
  ),
  resetAs("reset-exponent", "X-RateLimit-Reset is a floating point number", (resetAt) =>
    (resetAt / 1000).toExponential(),
  ),
  ...variantsOf("headers", {
    "no-retry-after": {
      choice: "A 429 has no Retry-After",
      change: replace("limiter", { retryAfter: () => undefined }),
    },
    "retry-after-date": {
      choice: "Retry-After is an HTTP date",
      change: replace("limiter", { retryAfter: ({ resetAt }) => new Date(resetAt).toUTCString() }),
    },
  }),
];
