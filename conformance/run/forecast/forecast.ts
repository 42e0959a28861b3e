/** Computes how many requests and seconds a run will take on a target that conforms. */
import { savedWhereScarce } from "../../generate/error-kinds.ts";
import { type RateLimit, rateLimitOf, recoveryMs } from "../../model/rate-limit.ts";
import { laneOf } from "../cases/lane.ts";
import type { FirstImpression } from "../discovery/discover.ts";
import { type Cast, callerInRole, unmetNeed } from "../discovery/roles.ts";
import { isFastEnough } from "../limit/burst.ts";
import { otherOrganizations } from "../limit/cross.ts";
import type { Run } from "../run.ts";
import { type Cost, costs } from "./costs.ts";

/** `waitSeconds`: the part of `seconds` without requests. Failures, whose cases are run again, are not forecast. */
export function forecast(run: Run, impression: FirstImpression) {
  const { limitCaller, rateLimits, latencyMs, waitMs } = impression;
  const sent = run.client.exchanges.length;
  const rateLimit =
    run.exceedsLimit && rateLimits !== null ? (rateLimitOf(rateLimits, limitCaller?.label ?? "") ?? rateLimits) : null;
  const work = workOf(run, impression);
  const crossed =
    rateLimit !== null && limitCaller?.kind === "api-key" ? crossingOf(run, impression, rateLimit, work) : notCrossed;
  const windowMs = rateLimit === null ? 0 : recoveryMs(rateLimit);
  const windows = rateLimit === null ? 0 : windowsUsed(Math.max(sent + work.primary, work.anonymous), rateLimit);
  const sequential =
    Math.max(work.main - work.concurrent, work.first + work.anonymous) + crossed.sequential + work.last;
  const waitingMs = waitMs + windows * windowMs + crossed.waitMs;
  const elapsedMs = run.clock.now() - run.startedAt;
  return {
    requests: Math.round(sent + work.main + work.anonymous + work.last + crossed.requests),
    seconds: Math.round((elapsedMs + waitingMs + sequential * latencyMs) / 1000),
    waitSeconds: Math.round(waitingMs / 1000),
  };
}

/** How many requests of a window a run needs, at most: all if it crosses the limit; else its cases' twice. */
export function requestsNeeded({
  cases,
  exceedsLimit,
  readOnly,
}: Pick<Run, "cases" | "exceedsLimit" | "readOnly">): number {
  if (exceedsLimit) return Number.POSITIVE_INFINITY;
  return 2 * cases.reduce((total, { id }) => total + (costOf(id, readOnly).requests ?? 0), 0);
}

/** The requests of the cases, by lane (`main` includes `first`) and by the organization whose budget they use. */
function workOf({ cases, readOnly }: Run, { cast }: FirstImpression) {
  const runnable = cases.filter(({ needs }) => unmetNeed(cast, needs, readOnly) === undefined);
  const sum = (field: keyof Cost, ...lanes: readonly ReturnType<typeof laneOf>[]) =>
    runnable
      .filter((check) => lanes.includes(laneOf(check, cast)))
      .reduce((total, { id }) => total + (costOf(id, readOnly)[field] ?? 0), 0);
  const saved = hasOther(cast) ? 0 : runnable.reduce((total, { id }) => total + (savedWhereScarce[id] ?? 0), 0);
  const main = sum("requests", "first", undefined) - saved;
  const other = hasOther(cast) ? sum("other", "first", undefined) : 0;
  return {
    first: sum("requests", "first"),
    main,
    anonymous: sum("requests", "anonymous"),
    last: sum("requests", "late", "last"),
    // Parts of `main`: requests that are sent concurrently; requests of the primary key's organization; requests of the
    // other one.
    concurrent: sum("concurrent", undefined),
    primary: main - sum("unauthenticated", "first", undefined) - other,
    other,
  };
}

function costOf(id: string, readOnly: boolean): Partial<Cost> {
  const { readOnly: restricted, ...whole } = costs[id] ?? {};
  return readOnly ? (restricted ?? whole) : whole;
}

const hasOther = (cast: Cast) => callerInRole(cast, "other-organization") !== undefined;

const notCrossed = { requests: 0, sequential: 0, waitMs: 0 };

/** Requests while the limit is reached: for each class a burst and a read, one for each other endpoint, more reads. */
const probe = { perClass: 5, endpoints: 11, reads: 6 };

/** The requests and the waiting for crossing the limit. `sequential`: the requests that take extra time. */
function crossingOf(
  { readOnly }: Run,
  { cast: { callers }, limitCaller, rateLimits, latencyMs, refills }: FirstImpression,
  rateLimit: RateLimit,
  work: ReturnType<typeof workOf>,
) {
  const { limit, windowSeconds } = rateLimit;
  const roles = (["second-key", "session"] as const).filter(
    (role) => callerInRole({ callers, primaryKey: limitCaller }, role) !== undefined,
  );
  const classes = roles.length + (readOnly ? 0 : 2);
  const sequential = Math.max(0, limit - work.primary) + probe.perClass * classes + probe.endpoints + probe.reads;
  const others =
    limitCaller === undefined || rateLimits === null ? [] : otherOrganizations(callers, limitCaller, rateLimits);
  const inOthers =
    others.length === 0 ? 0 : Math.max(0, (others[0]?.rateLimit.limit ?? 0) - work.other) + 2 * (others.length - 1);
  const repeated = isRepeated(rateLimit, latencyMs, refills) ? repetition(limit, refills) : { requests: 0, tokens: 0 };
  // A run with keys of one organization ends with `exceedInParallel`.
  const inParallel = others.length > 0 || repeated.requests > 0 ? 0 : Math.max(0, limit - work.last);
  const tokenMs = (windowSeconds * 1000) / limit;
  return {
    requests: sequential + inOthers + repeated.requests + inParallel,
    sequential,
    waitMs: recoveryMs(rateLimit) + (1.5 + repeated.tokens) * tokenMs,
  };
}

/** If crossing the limit takes longer, one request may have been refilled meanwhile. */
const maxCrossingSeconds = 1.6;

/** If the first crossing was too slow to show one request too many, the limit is crossed again in a burst. */
function isRepeated(rateLimit: RateLimit, latencyMs: number, refills: boolean): boolean {
  const isSlow = (rateLimit.limit * latencyMs) / 1000 > maxCrossingSeconds;
  return (refills || isSlow) && isFastEnough(rateLimit, latencyMs);
}

/** The requests of the repetition, and the pauses before it: `tokens` times the time to refill one request. */
const repetition = (limit: number, refills: boolean) =>
  refills ? { requests: limit + 1, tokens: 8 } : { requests: limit - 10, tokens: 3 };

/** How many windows the cases wait for, if they send more requests than the limit. */
const windowsUsed = (requests: number, { limit }: RateLimit) =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit - 1)) - 1);
