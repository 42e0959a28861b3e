/** Faults in the rate limit's headers (§8). */
import type { Hit } from "../../limiters/algorithm.ts";
import type { Limiter } from "../../parts/limiter.ts";
import { replace } from "../seams/replace.ts";
import { isWrite, removeRateLimitHeaders, sending, taggingReads } from "../seams/responses.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Leaves the headers out of the responses for which `sendsHeaders` is false. */
const forgotten = (id: string, fault: string, sendsHeaders: Limiter["sendsHeaders"]): Mutant =>
  defineMutant({ id, clause: "limit.headers", fault, change: replace("limiter", { sendsHeaders }) });

type Headers = Readonly<Record<string, string>>;

/** Replaces values of the headers. */
const headersMutant = (
  id: string,
  clause: string,
  fault: string,
  write: (of: {
    readonly headers: Headers;
    readonly hit: Hit;
    readonly declared: number;
    readonly now: number;
  }) => Headers,
): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: replace("limiter", (limiter) => ({
      headers(hit, declared, now) {
        const headers = limiter.headers(hit, declared, now);
        return { ...headers, ...write({ headers, hit, declared, now }) };
      },
    })),
  });

const limit = (id: string, fault: string, write: (declared: number) => string): Mutant =>
  headersMutant(id, "limit.limit", fault, ({ declared }) => ({ "X-RateLimit-Limit": write(declared) }));

const remaining = (id: string, clause: string, fault: string, write: (hit: Hit) => string | number): Mutant =>
  headersMutant(id, clause, fault, ({ hit }) => ({ "X-RateLimit-Remaining": String(write(hit)) }));

/** Replaces `X-RateLimit-Remaining` of errors. */
const errorRemaining = (
  id: string,
  fault: string,
  write: (limit: number) => number,
  isWrong = (status: number) => status >= 400 && status !== 429,
): Mutant =>
  defineMutant({
    id,
    clause: "limit.remaining",
    fault,
    change: sending((send) => (response, status, body, operation) => {
      const limit = Number(response.getHeader("X-RateLimit-Limit"));
      if (isWrong(status)) response.setHeader("X-RateLimit-Remaining", write(limit));
      send(response, status, body, operation);
    }),
  });

const reset = (id: string, fault: string, write: (resetAt: number, now: number) => string): Mutant =>
  headersMutant(id, "limit.reset", fault, ({ hit, now }) => ({ "X-RateLimit-Reset": write(hit.resetAt, now) }));

export default [
  forgotten("headers-forgotten-on-401", "A 401 lacks the rate limit's headers", (_of, status) => status !== 401),
  forgotten("headers-forgotten-on-403", "A 403 lacks the rate limit's headers", (_of, status) => status !== 403),
  forgotten("headers-forgotten-on-404", "A 404 lacks the rate limit's headers", (_of, status) => status !== 404),
  forgotten("headers-forgotten-on-400", "A 400 lacks the rate limit's headers", (_of, status) => status !== 400),
  forgotten("headers-forgotten-on-429", "A 429 lacks the rate limit's headers", (_of, status) => status !== 429),
  forgotten("headers-forgotten-on-204", "A 204 lacks the rate limit's headers", (_of, status) => status !== 204),
  forgotten("headers-forgotten-on-errors", "Errors lack the rate limit's headers", (_of, status) => status < 400),
  forgotten("headers-forgotten-on-writes", "Writes lack the rate limit's headers", (operation) => !isWrite(operation)),
  forgotten(
    "headers-forgotten-on-me",
    "GET /v1/me lacks the rate limit's headers",
    (operation) => operation !== "getMe",
  ),
  defineMutant({
    id: "headers-forgotten-on-304",
    clause: "limit.headers",
    fault: "A 304 lacks the rate limit's headers",
    change: taggingReads((status) => status === 200, removeRateLimitHeaders),
  }),
  forgotten("headers-forgotten", "All responses lack the rate limit's headers", () => false),
  defineMutant({
    id: "headers-without-x",
    clause: "limit.headers",
    fault: "The rate limit's headers are named without X-",
    change: replace("limiter", ({ headers }) => ({
      headers: (...of) =>
        Object.fromEntries(Object.entries(headers(...of)).map(([name, value]) => [name.replace("X-", ""), value])),
    })),
  }),

  limit("limit-with-policy", "X-RateLimit-Limit also contains the window", (declared) => `${declared};w=60`),
  limit("limit-unlimited", "X-RateLimit-Limit is the word unlimited", () => "unlimited"),
  limit("limit-a-fraction", "X-RateLimit-Limit has a decimal point", (declared) => declared.toFixed(1)),
  limit("limit-with-separator", "X-RateLimit-Limit has a unit: per minute", (declared) => `${declared} per minute`),
  limit("limit-of-another-tier", "X-RateLimit-Limit is that of the next higher tier", (declared) =>
    String(declared * 10),
  ),
  limit("limit-per-second", "X-RateLimit-Limit is the limit per second, rounded up", (declared) =>
    String(Math.ceil(declared / 60)),
  ),

  remaining(
    "remaining-negative",
    "limit.remaining-range",
    "X-RateLimit-Remaining is negative when the limit is exceeded",
    ({ admitted, remaining: left }) => (admitted ? left : -1),
  ),
  headersMutant(
    "remaining-is-used",
    "limit.remaining",
    "X-RateLimit-Remaining is the number of requests used",
    ({ hit, declared }) => ({
      "X-RateLimit-Remaining": String(declared - hit.remaining),
    }),
  ),
  remaining(
    "remaining-a-fraction",
    "limit.remaining",
    "X-RateLimit-Remaining is a percentage with a fraction",
    ({ remaining: left, limit: of }) => ((100 * left) / of).toFixed(2),
  ),
  remaining(
    "remaining-empty",
    "limit.remaining",
    "X-RateLimit-Remaining is the word none instead of 0",
    ({ remaining: left }) => (left === 0 ? "none" : left),
  ),
  headersMutant(
    "remaining-frozen",
    "limit.remaining",
    "X-RateLimit-Remaining is always the limit less one",
    ({ declared }) => ({
      "X-RateLimit-Remaining": String(declared - 1),
    }),
  ),
  headersMutant(
    "remaining-in-tens",
    "limit.remaining",
    "X-RateLimit-Remaining is rounded up to a multiple of ten",
    ({ hit }) => ({
      "X-RateLimit-Remaining": String(Math.ceil(hit.remaining / 10) * 10),
    }),
  ),
  headersMutant(
    "remaining-halved",
    "limit.remaining",
    "X-RateLimit-Remaining decreases by one for every two requests",
    ({ hit }) => ({
      "X-RateLimit-Remaining": String(Math.ceil(hit.remaining / 2)),
    }),
  ),
  remaining(
    "remaining-never-zero",
    "error.429",
    "X-RateLimit-Remaining is 1 when no request remains",
    ({ remaining: left }) => Math.max(1, left),
  ),
  remaining(
    "remaining-full-when-exceeded",
    "limit.remaining",
    "A 429 reports the whole limit as X-RateLimit-Remaining",
    ({ admitted, limit, remaining: left }) => (admitted ? left : limit),
  ),

  defineMutant({
    id: "remaining-stale-beside-products",
    clause: "limit.remaining",
    fault: "A 429 reports 7 as X-RateLimit-Remaining for all operations but listProducts",
    change: sending((send) => (response, status, body, operation) => {
      if (status === 429 && operation !== "listProducts") response.setHeader("X-RateLimit-Remaining", 7);
      send(response, status, body, operation);
    }),
  }),

  errorRemaining("remaining-none-on-errors", "Errors report 0 as X-RateLimit-Remaining", () => 0),
  errorRemaining(
    "remaining-full-on-errors",
    "Errors report the whole limit as X-RateLimit-Remaining",
    (limit) => limit,
  ),
  errorRemaining(
    "remaining-full-on-403",
    "A 403 reports the whole limit as X-RateLimit-Remaining",
    (limit) => limit,
    (status) => status === 403,
  ),

  reset("reset-iso", "X-RateLimit-Reset is an ISO date", (resetAt) => new Date(resetAt).toISOString()),
  reset("reset-http-date", "X-RateLimit-Reset is an HTTP date", (resetAt) => new Date(resetAt).toUTCString()),
  reset("reset-with-unit", "X-RateLimit-Reset has a unit", (resetAt, now) => `${Math.ceil((resetAt - now) / 1000)}s`),
  reset("reset-not-a-number", "X-RateLimit-Reset is NaN", () => "NaN"),
] satisfies readonly Mutant[];
