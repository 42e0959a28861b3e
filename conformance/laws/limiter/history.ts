/**
 * What the exchanges of one organization show of its rate limiter (§8): the shape that all laws of the limiter read.
 *
 * The document does not say which requests count. A request with a valid API key that is answered 2xx certainly does;
 * any other only possibly: a session's, an error, a 429, one without credentials. Upper bounds are therefore computed
 * from `possiblyCounted`, lower bounds from `certainlyCounted`. Example: after a key's 200, a key's 404 and a session's
 * 200, at least 1 request and at most 3 have been counted.
 */

import type { Exchange } from "../../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { isOfOwnLimit } from "../../model/rate-limit-headers.ts";
import { isCertainlyCounted, reportedRemaining } from "./single-exchange.ts";
import { countBefore, receipt, requestsOf, sending, startOf, Timeline } from "./timeline.ts";

export interface History {
  readonly organization: string;
  /** The organization's exchanges, in the order in which they were sent, without the 429s of other limits than its own. */
  readonly exchanges: readonly Exchange[];
  readonly limit: number;
  readonly windowMs: number;
  /** How many requests a token bucket gives back in a millisecond: limit / window. */
  readonly refillPerMs: number;
  /** When the first request of the run was sent, by whichever organization. */
  readonly runStartedAt: number;
  readonly timeline: Timeline;
  /**
   * All requests that may count against the limit: also those of no organization, and of other organizations' sessions.
   */
  readonly possiblyCounted: Timeline;
  /** Those that certainly count. One that was redirected is one request here; in the other timelines each redirect is another. */
  readonly certainlyCounted: Timeline;
  /** Those of `possiblyCounted` that are not certainly counted. */
  readonly uncertain: Timeline;
  /** Requests with API keys of other organizations. */
  readonly otherOrganizations: Timeline;
  /** `X-RateLimit-Remaining` of the certainly counted requests, in the order of `exchanges`. */
  readonly reported: readonly Reported[];
  /** `X-RateLimit-Remaining` is known to be what remains after the request itself was counted. */
  readonly remainingIncludesSelf: boolean;
}

/** What `X-RateLimit-Remaining` reported in one response. */
export interface Reported {
  readonly exchange: Exchange;
  /** Its position in the history's exchanges. */
  readonly position: number;
  readonly remaining: number;
  /** The largest `remaining` up to here. */
  readonly maxSoFar: number;
  /** When this response and all before it had been received. */
  readonly answeredAt: number;
}

/** The histories of all organizations whose keys or sessions sent the exchanges, and whose limit is known. */
export function historiesOf(exchanges: readonly Exchange[], rateLimits: RateLimits): readonly History[] {
  const organizations = new Set(exchanges.flatMap(({ organization }) => organization ?? []));
  const runStartedAt = exchanges.reduce((min, { sentAt }) => Math.min(min, sentAt), Number.POSITIVE_INFINITY);
  return [...organizations].flatMap((organization) => {
    const isOwn = (exchange: Exchange) => exchange.organization === organization;
    const rateLimit = rateLimitOf(rateLimits, exchanges.find(isOwn)?.credential ?? "");
    if (rateLimit === undefined) return [];
    const sent = exchanges.filter(isOwn).sort((a, b) => a.sentAt - b.sentAt || a.index - b.index);
    const ordered = sent.filter((exchange) => !isOfOwnLimit(exchange, rateLimit));
    const others = exchanges.filter((exchange) => !isOwn(exchange));
    const mayCountHere = (other: Exchange) => other.organization === undefined || other.kind === "session";
    const foreign = others.filter(mayCountHere);
    const windowMs = rateLimit.windowSeconds * 1000;
    const history = {
      organization,
      exchanges: ordered,
      limit: rateLimit.limit,
      windowMs,
      refillPerMs: rateLimit.limit / windowMs,
      runStartedAt,
      timeline: new Timeline(sent),
      possiblyCounted: new Timeline([...sent, ...foreign]),
      certainlyCounted: new Timeline(ordered.filter(isCertainlyCounted), () => 1),
      uncertain: new Timeline([...sent.filter((exchange) => !isCertainlyCounted(exchange)), ...foreign]),
      otherOrganizations: new Timeline(others.filter((exchange) => !mayCountHere(exchange))),
      reported: reportedIn(ordered),
      remainingIncludesSelf: false,
    };
    return { ...history, remainingIncludesSelf: reportsAfterCounting(history) };
  });
}

function reportedIn(exchanges: readonly Exchange[]): readonly Reported[] {
  let [maxSoFar, answeredAt] = [0, 0];
  return exchanges.flatMap((exchange, position) => {
    const remaining = reportedRemaining(exchange);
    if (remaining === undefined) return [];
    maxSoFar = Math.max(maxSoFar, remaining);
    answeredAt = Math.max(answeredAt, exchange.receivedAt);
    return [{ exchange, position, remaining, maxSoFar, answeredAt }];
  });
}

/** No other request of the organization was in flight. */
export const hasNoConcurrent = ({ timeline }: History, exchange: Exchange) =>
  timeline.within(sending(exchange), receipt(exchange)) === requestsOf(exchange);

/**
 * How much later than a window a server may forget a request, in milliseconds: many keep whole seconds. Less than the
 * time in which two requests are refilled, so that waiting for a window and that time is enough for every limiter.
 */
export const clockToleranceMs = ({ windowMs, limit }: Pick<History, "windowMs" | "limit">) =>
  Math.min(1000, (1.5 * windowMs) / limit);

/** The longest that a legal limiter remembers a request: a sliding counter holds two windows. */
export const memoryMs = (rate: Pick<History, "windowMs" | "limit">) => 2 * rate.windowMs + clockToleranceMs(rate);

/**
 * Some limiters report what remains before they count the request (100 … 1), others after it (99 … 0). It is after
 * where a request was served with 0 remaining, or one less than the limit was reported although nothing else can have
 * counted; never where the whole limit was reported.
 */
function reportsAfterCounting(history: History): boolean {
  const { reported, limit } = history;
  if (reported.some(({ remaining }) => remaining >= limit)) return false;
  return reported.some(({ remaining }) => remaining === 0) || reportsOneLessAtFirst(history);
}

/**
 * A request that is the only one to count reported one less than the limit. The stronger evidence of the two: a request
 * that is given back between counting and reporting cannot imitate it.
 */
export const reportsOneLessAtFirst = (history: History) =>
  history.reported.some(
    ({ exchange, remaining }) => remaining === history.limit - 1 && isOnlyOneRemembered(history, exchange),
  );

/** For as long as any limiter remembers, no other request that may count was sent. */
function isOnlyOneRemembered(history: History, exchange: Exchange): boolean {
  const from = exchange.sentAt - memoryMs(history);
  return (
    from >= history.runStartedAt &&
    history.possiblyCounted.within(startOf(from), receipt(exchange)) <= requestsOf(exchange)
  );
}

/**
 * How many requests from before the run may still count at `exchange`. Example: the first response reports 60 of 100,
 * after counting itself. So at most 39 were counted before it, until any limiter has forgotten them.
 */
export function maxUseBeforeRun(history: History, exchange: Exchange): number {
  const { reported, limit, remainingIncludesSelf } = history;
  if (exchange.sentAt > history.runStartedAt + memoryMs(history)) return 0;
  // A later response may show a window that was reset in between.
  const answered = countBefore(reported, ({ answeredAt }) => answeredAt <= exchange.sentAt);
  const maxReported = Math.max(reported[answered - 1]?.maxSoFar ?? 0, reportedRemaining(exchange) ?? 0);
  if (maxReported <= 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, limit - maxReported - (remainingIncludesSelf ? 1 : 0));
}
