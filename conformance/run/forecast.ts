/** How many requests and seconds a run will take: computed before it sends them, for a target that conforms. */
import { recoveryMs } from "../client/budget.ts";
import { savedWhereScarce } from "../generate/error-kinds.ts";
import { type RateLimit, rateLimitOf } from "../model/check.ts";
import { type Cost, costs } from "./costs.ts";
import type { FirstImpression } from "./discovery.ts";
import { isFastEnough } from "./limit/burst.ts";
import { otherOrganizations } from "./limit/cross.ts";
import { type Cast, callerInRole, laneOf, unmetNeed } from "./roles.ts";
import type { Run } from "./run.ts";

/** `waitSeconds`: how many of `seconds` pass without requests. A failure costs more than is forecast, since its case is run again. */
export function forecast(run: Run, impression: FirstImpression) {
  const { crossing, rateLimits, latencyMs, waitMs } = impression;
  const sent = run.client.exchanges.length;
  const rateLimit =
    run.crosses && rateLimits !== null ? (rateLimitOf(rateLimits, crossing?.label ?? "") ?? rateLimits) : null;
  const work = workOf(run, impression);
  const crossed =
    rateLimit !== null && crossing?.kind === "api-key" ? crossingOf(run, impression, rateLimit, work) : notCrossed;
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

/** How many requests of a window a run needs at most: all of it to cross the limit, else what its cases send twice. */
export function requestsNeeded({ cases, crosses, readOnly }: Pick<Run, "cases" | "crosses" | "readOnly">): number {
  if (crosses) return Number.POSITIVE_INFINITY;
  return 2 * cases.reduce((total, { id }) => total + (costOf(id, readOnly).requests ?? 0), 0);
}

/** The requests of the cases, by lane (`main` holds those of `first`) and by whose budget they use. */
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
    // Of `main`: those that take no time of their own; those that use the budget of the primary key's organization; of the other.
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

/** What the probe sends after the limit is reached: a batch and a read for each class, one of each other endpoint, and reads. */
const probe = { perClass: 5, endpoints: 11, reads: 6 };

/** What crossing the limit takes, after the cases. `sequential`: the requests that are not sent while a window is waited for. */
function crossingOf(
  { readOnly }: Run,
  { cast: { callers }, crossing, rateLimits, latencyMs, refills }: FirstImpression,
  rateLimit: RateLimit,
  work: ReturnType<typeof workOf>,
) {
  const { limit, windowSeconds } = rateLimit;
  const roles = (["second-key", "session"] as const).filter(
    (role) => callerInRole({ callers, primaryKey: crossing }, role) !== undefined,
  );
  const classes = roles.length + (readOnly ? 0 : 2);
  const sequential = Math.max(0, limit - work.primary) + probe.perClass * classes + probe.endpoints + probe.reads;
  const others = crossing === undefined || rateLimits === null ? [] : otherOrganizations(callers, crossing, rateLimits);
  const inOthers =
    others.length === 0 ? 0 : Math.max(0, (others[0]?.rateLimit.limit ?? 0) - work.other) + 2 * (others.length - 1);
  const repeated = isRepeated(rateLimit, latencyMs, refills) ? repetition(limit, refills) : { requests: 0, tokens: 0 };
  // The end of a run by keys of one organization: see `limit/in-parallel.ts`.
  const inParallel = others.length > 0 || repeated.requests > 0 ? 0 : Math.max(0, limit - work.last);
  const tokenMs = (windowSeconds * 1000) / limit;
  return {
    requests: sequential + inOthers + repeated.requests + inParallel,
    sequential,
    waitMs: recoveryMs(rateLimit) + (1.5 + repeated.tokens) * tokenMs,
  };
}

/** A slower crossing cannot distinguish a request too many from one that a limiter refilled meanwhile. In seconds. */
const slowestCrossing = 1.6;

/** The limit is crossed a second time where the first cannot show a request too many, and a burst can. */
function isRepeated(rateLimit: RateLimit, latencyMs: number, refills: boolean): boolean {
  const isSlow = (rateLimit.limit * latencyMs) / 1000 > slowestCrossing;
  return (refills || isSlow) && isFastEnough(rateLimit, latencyMs);
}

/** Its requests, and the pauses before it: `tokens` is a multiple of the time in which one request is refilled. */
const repetition = (limit: number, refills: boolean) =>
  refills ? { requests: limit + 1, tokens: 8 } : { requests: limit - 10, tokens: 3 };

/** How many windows the cases wait for, where a window's limit is smaller than what they send. */
const windowsUsed = (requests: number, { limit }: RateLimit) =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit - 1)) - 1);
