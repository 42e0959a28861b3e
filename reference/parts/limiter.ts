/** The rate limit's rules (§8): what counts, how, and what the headers report. */
import type { IncomingMessage } from "node:http";
import type { OperationId } from "../../spec/contract.ts";
import type { Hit, LimitAlgorithm } from "../limiters/algorithm.ts";
import { FixedWindow } from "../limiters/fixed-window.ts";
import type { Caller } from "../store/caller.ts";

export interface Limiter {
  /** Creates the counting algorithm; called once for each running reference. */
  createAlgorithm(): LimitAlgorithm;
  /**
   * The bucket in which a request counts. With undefined, the request is never rejected, and its headers report an unused
   * limit. `expired` is the caller of expired credentials.
   */
  bucketOf(
    caller: Caller | undefined,
    operation: OperationId | undefined,
    request: IncomingMessage,
    expired: Caller | undefined,
  ): string | undefined;
  /** Whether a request counts when it arrives. If not, it is never rejected, and its headers report the unchanged bucket. */
  counts(caller: Caller | undefined, operation: OperationId | undefined): boolean;
  /** Whether a counted request still counts once its status is known. */
  staysCounted(caller: Caller | undefined, operation: OperationId | undefined, status: number): boolean;
  /** The limit that is enforced if `declared` is the declared one. */
  enforcedLimit(declared: number, caller: Caller | undefined, operation: OperationId | undefined): number;
  /** Whether a request over the limit is rejected. */
  rejects(caller: Caller | undefined, operation: OperationId | undefined): boolean;
  /** The three rate limit headers. `declared` is the declared limit; `now` is in milliseconds since the epoch. */
  headers(hit: Hit, declared: number, now: number): Readonly<Record<string, string>>;
  /** The value of Retry-After of a 429, in seconds; undefined to send no such header. */
  retryAfter(hit: Hit, now: number): string | undefined;
  /** Whether a response has the rate limit headers. */
  sendsHeaders(operation: OperationId | undefined, status: number): boolean;
}

export const limiter: Limiter = {
  createAlgorithm: () => new FixedWindow(),
  bucketOf: (caller) => caller?.orgId,
  counts: () => true,
  staysCounted: () => true,
  enforcedLimit: (declared) => declared,
  rejects: () => true,
  headers: ({ remaining, resetAt }, declared) => ({
    "X-RateLimit-Limit": String(declared),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetAt / 1000)),
  }),
  retryAfter: ({ resetAt }, now) => String(Math.max(1, Math.ceil((resetAt - now) / 1000))),
  sendsHeaders: () => true,
};
