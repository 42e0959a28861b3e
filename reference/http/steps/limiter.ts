import type { Request, RequestHandler } from "express";
import { type AugmentedRequest, rateLimit } from "express-rate-limit";
import type { Hit } from "../../limiters/algorithm.ts";
import { clockStore, storeKey } from "../../limiters/clock-store.ts";
import { HttpError } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { passes, type RunStep } from "./step.ts";

/** Counts the request, rejects it over the limit, and notes what the rate limit's headers report (§8). */
export function limiter(server: ServerContext): RunStep {
  const { clock, windowMs, algorithm } = server;
  const rules = server.parts.limiter;
  const count = countingMiddleware(server);
  return async (request, response) => {
    const context = contextOf(request);
    const { bucket, limit } = bucketOf(server, request);
    if (bucket === undefined || !rules.counts(context.caller, context.operation)) {
      context.hit = algorithm.peek(bucket ?? "", clock.now(), limit, windowMs);
      return;
    }
    context.undoCount = () => algorithm.decrement(bucket);
    try {
      await passes(count, request, response);
    } finally {
      context.hit = hitOf(request);
    }
  };
}

/** express-rate-limit on the server's algorithm and clock; passes on a 429 for requests over the limit. */
function countingMiddleware(server: ServerContext): RequestHandler {
  const { clock, windowMs, algorithm } = server;
  const rules = server.parts.limiter;
  return rateLimit({
    windowMs,
    limit: (request) => bucketOf(server, request).limit,
    legacyHeaders: false,
    standardHeaders: false,
    validate: false,
    store: clockStore(algorithm, clock, windowMs),
    keyGenerator: (request) => {
      const { bucket = "", limit } = bucketOf(server, request);
      return storeKey(limit, bucket);
    },
    handler: (request, _response, next) => {
      const { caller, operation } = contextOf(request);
      if (!rules.rejects(caller, operation)) return next();
      const retryAfter = rules.retryAfter(hitOf(request), clock.now());
      const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
      next(new HttpError("tooManyRequests", "The organization's rate limit is exceeded.", [], headers));
    },
  });
}

/** The bucket that a request counts in (undefined: none), and the limit that is enforced on it. */
function bucketOf({ parts: { limiter }, limit }: ServerContext, request: Request) {
  const { caller, operation, expired } = contextOf(request);
  const bucket = limiter.bucketOf(caller, operation, request, expired);
  return { bucket, limit: limiter.enforcedLimit(limit, caller, operation) };
}

/** What the middleware noted on the request. */
function hitOf(request: Request): Hit {
  const { rateLimit } = request as AugmentedRequest;
  const { limit, used, remaining, resetTime } = rateLimit as NonNullable<typeof rateLimit>;
  return { limit, admitted: used <= limit, remaining, resetAt: resetTime?.getTime() ?? 0 };
}
