/** Computes how many requests and seconds a run will take on a target that conforms. */
import type { Caller } from "../../client/caller.ts";
import { savedWithOneBudget } from "../../generate/error-kinds.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimit, rateLimitOf, recoveryMs } from "../../model/rate-limit.ts";
import { laneOf } from "../cases/lane.ts";
import type { KnownBeforeWait } from "../discovery/discover.ts";
import { type Cast, callerInRole, unmetNeed } from "../discovery/roles.ts";
import { isFastEnough } from "../limit/burst.ts";
import { otherOrganizations } from "../limit/cross.ts";
import { beyondRemaining } from "../limit/until-429.ts";
import type { Run } from "../run.ts";
import { type Cost, costs } from "./costs.ts";

/** `waitSeconds`: the part of `seconds` without requests. Failures, whose cases are run again, are not forecast. */
export function forecast(run: Run, known: KnownBeforeWait) {
  const { limitCaller, rateLimits, latencyMs, waitMs } = known;
  const sent = run.client.exchanges.length;
  const rateLimit =
    run.exceedsLimit && rateLimits !== null ? (rateLimitOf(rateLimits, limitCaller?.label ?? "") ?? rateLimits) : null;
  const work = workOf(run, known);
  // The discovery reads with each of them, after this.
  const expired = triesExpired(run) ? known.cast.callers.filter(({ kind }) => kind === "expired").length : 0;
  const crossed =
    rateLimit !== null && limitCaller?.kind === "api-key" ? crossingOf(run, known, rateLimit, work) : notCrossed;
  const used = Math.max(sent + work.primary, work.anonymous);
  const windowsMs = rateLimit === null ? 0 : windowsUsed(used, rateLimit) * recoveryMs(rateLimit);
  const sequential =
    Math.max(work.main - work.concurrent, work.first + work.anonymous) + crossed.sequential + work.last;
  const waitingMs = waitMs + windowsMs + crossed.waitMs;
  const elapsedMs = run.clock.now() - run.startedAt;
  return {
    requests: Math.round(sent + expired + work.main + work.anonymous + work.last + crossed.requests),
    seconds: Math.round((elapsedMs + waitingMs + sequential * latencyMs) / 1000),
    waitSeconds: Math.round(waitingMs / 1000),
  };
}

/** Whether discovery tries the credentials that are declared as expired: only if a case uses one. */
export const triesExpired = ({ cases }: Pick<Run, "cases">) =>
  cases.some(({ needs }) => needs?.credential === "expired");

/** How many requests of a window a run needs, at most: all if it crosses the limit, otherwise twice what its cases send. */
export function requestsNeeded({
  cases,
  exceedsLimit,
  readOnly,
}: Pick<Run, "cases" | "exceedsLimit" | "readOnly">): number {
  if (exceedsLimit) return Number.POSITIVE_INFINITY;
  return 2 * cases.reduce((total, { id }) => total + (costOf(id, readOnly).requests ?? 0), 0);
}

/** The requests of the cases, by lane (`main` includes `first`) and by the organization whose budget they use. */
function workOf(run: Run, { cast }: KnownBeforeWait) {
  const { cases, readOnly } = run;
  const runnable = cases.filter(({ needs }) => unmetNeed(cast, needs, readOnly) === undefined);
  const sum = (field: keyof Cost, ...lanes: readonly ReturnType<typeof laneOf>[]) =>
    runnable
      .filter((check) => lanes.includes(laneOf(check, cast)))
      .reduce((total, { id }) => total + (costOf(id, readOnly)[field] ?? 0), 0);
  const saved = hasOther(cast) ? 0 : runnable.reduce((total, { id }) => total + (savedWithOneBudget[id] ?? 0), 0);
  // The cases of a part share some of these reads: those of the case that needs the most are counted.
  const shared = isPart(run) ? Math.max(0, ...runnable.map(({ id }) => costs[id]?.shared ?? 0)) : 0;
  const main = sum("requests", "first", undefined) - saved + shared;
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

/** Only some cases are sent, without those that send the reads which all share. */
const isPart = ({ only, sentBy, allCasesNeededBy }: Run) =>
  sentBy !== undefined || (only !== undefined && allCasesNeededBy === undefined);

function costOf(id: string, readOnly: boolean): Partial<Cost> {
  const { readOnly: restricted, ...whole } = costs[id] ?? {};
  return readOnly ? (restricted ?? whole) : whole;
}

const hasOther = (cast: Cast) => callerInRole(cast, "other-organization") !== undefined;

const notCrossed = { requests: 0, sequential: 0, waitMs: 0 };

/**
 * Requests while the limit is reached: for each class a burst and a read, the same for the other endpoints, more reads.
 * `forecast.test.ts` compares these numbers, and those below, with whole runs.
 * `further`: those of a third organization, and of each one after it.
 */
const probe = { perClass: 5, endpoints: 16, reads: 6, further: { third: 5, each: 3 } };

/** The requests and the waiting for crossing the limit. `sequential`: the requests that take extra time. */
function crossingOf(
  { readOnly, client }: Run,
  { cast: { callers }, limitCaller, rateLimits, latencyMs, refills }: KnownBeforeWait,
  rateLimit: RateLimit,
  work: ReturnType<typeof workOf>,
) {
  const { limit, windowSeconds } = rateLimit;
  const roles = (["second-key", "session"] as const).filter(
    (role) => callerInRole({ callers, primaryKey: limitCaller }, role) !== undefined,
  );
  const classes = roles.length + (readOnly ? 0 : 2);
  const sentBefore = ({ organization }: Caller) => sentFor(organization, callers, client.exchanges);
  const unused = Math.max(0, limit - work.primary - (limitCaller === undefined ? 0 : sentBefore(limitCaller)));
  const sequential = unused + 1 + probe.perClass * classes + probe.endpoints + probe.reads;
  const others =
    limitCaller === undefined || rateLimits === null ? [] : otherOrganizations(callers, limitCaller, rateLimits);
  const [other, third] = others;
  const inOther =
    other === undefined
      ? 0
      : Math.max(0, other.rateLimit.limit - work.other - sentBefore(other.caller)) + beyondRemaining + 1;
  const inFurther = third === undefined ? 0 : probe.further.third + probe.further.each * (others.length - 2);
  const repeated = isRepeated(rateLimit, latencyMs, refills)
    ? repetition(limit, work.last, refills)
    : { requests: 0, tokens: 0 };
  // A run ends with `exceedInParallel` if no other organization's limit was exceeded in parallel before.
  const hasExceeded = (others.length > 0 && !isSlow(rateLimit, latencyMs)) || repeated.requests > 0;
  const inParallel = hasExceeded ? 0 : Math.max(0, limit - work.last);
  const tokenMs = (windowSeconds * 1000) / limit;
  return {
    requests: sequential + inOther + inFurther + repeated.requests + inParallel,
    sequential,
    waitMs: recoveryMs(rateLimit) + (1.5 + repeated.tokens) * tokenMs,
  };
}

/** How many requests an organization's keys and sessions have sent. */
function sentFor(organization: string | undefined, callers: readonly Caller[], exchanges: readonly Exchange[]): number {
  const labels = callers.filter((each) => each.organization === organization && each.kind !== "expired");
  return exchanges.filter(({ credential }) => labels.some(({ label }) => label === credential)).length;
}

/** If crossing the limit takes longer, one request may have been refilled meanwhile. */
const maxCrossingSeconds = 1.6;

/** If the first crossing was too slow to show one request too many, the limit is crossed again in a burst. */
function isRepeated(rateLimit: RateLimit, latencyMs: number, refills: boolean): boolean {
  return (refills || isSlow(rateLimit, latencyMs)) && isFastEnough(rateLimit, latencyMs);
}

const isSlow = ({ limit }: RateLimit, latencyMs: number) => (limit * latencyMs) / 1000 > maxCrossingSeconds;

/** The requests of the repetition, after those of the last lanes, and the pauses before it: `tokens` times the time to refill one request. */
function repetition(limit: number, last: number, refills: boolean) {
  const tokens = refills ? 8 : 3;
  return { requests: Math.max(0, limit - last) + tokens + beyondRemaining, tokens };
}

/** How many windows the cases wait for, if they send more requests than the limit. */
const windowsUsed = (requests: number, { limit }: RateLimit) =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit - 1)) - 1);
