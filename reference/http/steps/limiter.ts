import type { Request, RequestHandler } from "express";
import { type AugmentedRequest, rateLimit } from "express-rate-limit";
import type { Hit } from "../../limiters/algorithm.ts";
import { bucketKey, ClockStore } from "../../limiters/clock-store.ts";
import { Refusal } from "../../parts/http-error.ts";
import { callOf } from "../request-context.ts";
import type { Running } from "../server-context.ts";

/** Counts the request, refuses it over the limit, and notes what the headers will tell (§8). */
export function limiter(running: Running): RequestHandler {
  const { clock, windowMs, algorithm } = running;
  const rules = running.parts.limiter;

  function limitOf(request: Request): number {
    const { caller, operation } = callOf(request);
    return rules.effectiveLimit(running.limit, caller, operation);
  }

  function bucketOf(request: Request): string | undefined {
    const { caller, operation, expired } = callOf(request);
    return rules.bucketOf(caller, operation, request, expired);
  }

  const limits = rateLimit({
    windowMs,
    limit: limitOf,
    legacyHeaders: false,
    standardHeaders: false,
    validate: false,
    store: new ClockStore(algorithm, clock, windowMs),
    keyGenerator: (request) => bucketKey(bucketOf(request) ?? "", limitOf(request)),
    handler: (request, _response, next) => {
      const { caller, operation } = callOf(request);
      const hit = hitOf(request);
      if (!rules.refuses(caller, operation)) return next();
      const retryAfter = rules.retryAfter(hit, clock.now());
      const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
      next(new Refusal("tooManyRequests", "The organization's rate limit is exceeded.", [], headers));
    },
  });

  return (request, response, next) => {
    const call = callOf(request);
    const bucket = bucketOf(request);
    if (bucket === undefined || !rules.counts(call.caller, call.operation)) {
      call.hit = algorithm.peek(bucket ?? "", clock.now(), limitOf(request), windowMs);
      return next();
    }
    call.giveBack = () => algorithm.giveBack(bucket);
    return limits(request, response, (error?: unknown) => {
      call.hit = hitOf(request);
      next(error);
    });
  };
}

/** What the middleware noted on the request. */
function hitOf(request: Request): Hit {
  const { rateLimit } = request as AugmentedRequest;
  const { limit, used, remaining, resetTime } = rateLimit as NonNullable<typeof rateLimit>;
  return { limit, admitted: used <= limit, remaining, resetAt: resetTime?.getTime() ?? 0 };
}
