/** The rules of a simulated server, and legal ones. */
import type { RateLimit } from "../../model/rate-limit.ts";
import type { AlgorithmName, Bucket } from "./algorithms.ts";
import type { Sender } from "./callers.ts";

/** A fault replaces one of these rules. */
export interface Rules {
  readonly algorithm: AlgorithmName;
  readonly declared: RateLimit;
  /** The limit and window that are enforced. */
  readonly enforced: RateLimit;
  /** Where the windows of its clock begin, in milliseconds. */
  readonly phaseMs: number;
  /** As in `Sizes`. */
  readonly parts: number;
  readonly expiryOffsetMs: number;
  /** The number of requests as which the first request of a bucket counts. */
  readonly firstCost: number;
  /** How far the server's clock is off, in milliseconds: its `Date` and `X-RateLimit-Reset`. */
  readonly skewMs: number;
  readonly resetUnit: "seconds left" | "seconds since the epoch" | "milliseconds since the epoch";
  /** `X-RateLimit-Remaining` is reported after the request itself was counted. */
  readonly remainingIncludesSelf: boolean;
  /** `X-RateLimit-Remaining` is read and the request counted in two steps, between which others are counted. */
  readonly countsInTwoSteps: boolean;
  /** A gateway's own limit: how many requests may be in flight; it answers any more with 429, and what remains of the other. */
  readonly maxConcurrent: number;
  readonly countsRejected: boolean;
  /** What remains is the limit less the count, also if that is below 0. */
  readonly reportsBelowZero: boolean;
  /** The key of the bucket in which a request is counted. */
  bucketOf(sender: Sender, method: string): string;
  counts(sender: Sender, method: string, status: number): boolean;
  /** Whether a request may be rejected when nothing remains. */
  mayReject(sender: Sender, method: string): boolean;
  /** The `X-RateLimit-Remaining` that is reported, where `remaining` is what remains of the enforced limit. */
  reported(remaining: number): number;
  /** Whether an answer of this status carries the rate limit headers. */
  hasHeaders(status: number): boolean;
  /** The status of rejected requests. */
  readonly rejectionStatus: number;
  /** Whether the sender is rejected even if requests remain. */
  isBlocked(sender: Sender, now: number): boolean;
  /** Called after each rejection. */
  onRejected(bucket: Bucket, sender: Sender, now: number): void;
}

export interface LegalChoices
  extends Pick<Rules, "algorithm" | "phaseMs" | "remainingIncludesSelf" | "countsRejected">,
    Partial<
      Pick<
        Rules,
        | "parts"
        | "expiryOffsetMs"
        | "firstCost"
        | "skewMs"
        | "resetUnit"
        | "countsInTwoSteps"
        | "reportsBelowZero"
        | "maxConcurrent"
      >
    > {
  readonly rateLimit: RateLimit;
  readonly countsErrors: boolean;
  /** Requests with an expired key, or without credentials, count against the organization's limit. */
  readonly countsExpired: boolean;
  readonly countsSessions: boolean;
}

/** A legal server with a window from the first request, in which all requests with valid credentials count that it does not reject. */
export const plainRules = (choices: Pick<LegalChoices, "rateLimit"> & Partial<LegalChoices>): Rules =>
  legalRules({
    algorithm: "fixed from the first request",
    phaseMs: 0,
    remainingIncludesSelf: true,
    countsRejected: false,
    countsErrors: true,
    countsExpired: false,
    countsSessions: true,
    ...choices,
  });

/** A legal server. */
export function legalRules({ rateLimit, countsErrors, countsExpired, countsSessions, ...rules }: LegalChoices): Rules {
  return {
    countsInTwoSteps: false,
    maxConcurrent: Number.POSITIVE_INFINITY,
    reportsBelowZero: false,
    parts: 7.3,
    expiryOffsetMs: 0,
    firstCost: 1,
    skewMs: 0,
    resetUnit: "seconds left",
    ...rules,
    declared: rateLimit,
    enforced: rateLimit,
    bucketOf: ({ organization }) => organization,
    counts({ kind }, _method, status) {
      if (kind === "api-key") return status < 400 || countsErrors;
      return kind === "session" ? countsSessions : countsExpired;
    },
    mayReject: ({ kind }) => kind === "api-key" || countsSessions,
    reported: (remaining) => remaining,
    hasHeaders: () => true,
    rejectionStatus: 429,
    isBlocked: () => false,
    onRejected: () => {},
  };
}
