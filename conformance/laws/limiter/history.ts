/**
 * What the exchanges of one organization show of its rate limiter (§8): the shape that all laws of the limiter read.
 *
 * The document does not say which requests count. A request with a valid API key that is answered 2xx certainly does;
 * every other request only possibly does: a session's, one without credentials, one that is answered with an error or
 * 429. Upper bounds are therefore computed from `possiblyCounted`, lower bounds from `certainlyCounted`. Example: after
 * a key's 200, a key's 404 and a session's 200, at least 1 request and at most 3 have been counted.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { isOfOwnLimit } from "../../model/rate-limit-headers.ts";
import { is429, isCertainlyCounted, reportedRemaining } from "./single-exchange.ts";
import { countBefore, receipt, requestsOf, sending, spanMs, startOf, Timeline } from "./timeline.ts";

export interface History {
  readonly organization: string;
  /** The organization's exchanges, in the order of sending, without the 429s of an operation's own limit (`isOfOwnLimit`). */
  readonly exchanges: readonly Exchange[];
  readonly limit: number;
  readonly windowMs: number;
  /** How many requests a token bucket gives back in a millisecond: limit / window. */
  readonly refillPerMs: number;
  /** When the first request of the run was sent, by whichever organization. */
  readonly runStartedAt: number;
  readonly timeline: Timeline;
  /** All requests that may count: also those of no organization, and of other organizations' sessions. */
  readonly possiblyCounted: Timeline;
  /** The requests that certainly count. A redirected request counts once; in other timelines each redirect counts. */
  readonly certainlyCounted: Timeline;
  /** The requests of `possiblyCounted` that are not certainly counted. */
  readonly uncertain: Timeline;
  /** Requests with API keys of other organizations. */
  readonly otherOrganizations: Timeline;
  /** `X-RateLimit-Remaining` of the certainly counted requests, in the order of `exchanges`. */
  readonly reported: readonly Reported[];
  /** The server counts a request before it reports `X-RateLimit-Remaining` (for 100, first 99). False if unknown. */
  readonly remainingIncludesSelf: boolean;
  /** That is so, and no request that was given back between reporting and counting explains what shows it. */
  readonly certainlyIncludesSelf: boolean;
}

/** What `X-RateLimit-Remaining` reported in one response. */
export interface Reported {
  readonly exchange: Exchange;
  /** Its position in the history's exchanges. */
  readonly position: number;
  readonly remaining: number;
  /** The largest `remaining` up to here. */
  readonly maxSoFar: number;
  /** When this response and all responses before it had been received. */
  readonly answeredAt: number;
}

/** The histories of all organizations whose keys or sessions sent the exchanges, and whose limit is known. */
export function historiesOf(exchanges: readonly Exchange[], rateLimits: RateLimits): readonly History[] {
  const organizations = new Set(exchanges.flatMap(({ organization }) => organization ?? []));
  return [...organizations].flatMap((organization) => historyOf(organization, exchanges, rateLimits) ?? []);
}

/** The history of one organization; undefined if it sent none of the exchanges, or its limit is not known. */
export function historyOf(
  organization: string,
  exchanges: readonly Exchange[],
  rateLimits: RateLimits,
): History | undefined {
  const isOwn = (exchange: Exchange) => exchange.organization === organization;
  const sent = exchanges.filter(isOwn);
  const [first] = sent;
  const rateLimit = first && rateLimitOf(rateLimits, first.credential);
  if (rateLimit === undefined) return undefined;
  sent.sort((a, b) => a.sentAt - b.sentAt || a.index - b.index);
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
    runStartedAt: exchanges.reduce((min, { sentAt }) => Math.min(min, sentAt), Number.POSITIVE_INFINITY),
    timeline: new Timeline(sent),
    possiblyCounted: new Timeline([...sent, ...foreign]),
    certainlyCounted: new Timeline(ordered.filter(isCertainlyCounted), () => 1),
    uncertain: new Timeline([...sent.filter((exchange) => !isCertainlyCounted(exchange)), ...foreign]),
    otherOrganizations: new Timeline(others.filter((exchange) => !mayCountHere(exchange))),
    reported: reportedIn(ordered),
    remainingIncludesSelf: false,
    certainlyIncludesSelf: false,
  };
  const remainingIncludesSelf = reportsAfterCounting(history);
  const certainlyIncludesSelf = remainingIncludesSelf && certainlyReportsAfterCounting(history);
  return { ...history, remainingIncludesSelf, certainlyIncludesSelf };
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
  timeline.maxWithin(sending(exchange), receipt(exchange)) === requestsOf(exchange);

/**
 * How much later than a window a server may forget a request, in milliseconds: many servers store times in whole
 * seconds. It is less than the time in which two requests are refilled, so that who waits for a window and these two
 * has waited enough for every limiter.
 */
export const clockToleranceMs = ({ windowMs, limit }: Pick<History, "windowMs" | "limit">) =>
  Math.min(1000, (1.5 * windowMs) / limit);

/** The longest that a legal limiter remembers a request: a sliding counter holds two windows. */
export const memoryMs = (rate: Pick<History, "windowMs" | "limit">) => 2 * rate.windowMs + clockToleranceMs(rate);

/**
 * Some limiters report what remains before they count the request (100 … 1), others after it (99 … 0). A limiter
 * reports after it if a request was served with 0 remaining, or if one less than the limit was reported to the only
 * request that can have been counted. A limiter that once reported the whole limit reports before it.
 */
function reportsAfterCounting(history: History): boolean {
  const { reported, limit } = history;
  if (reported.some(({ remaining }) => remaining >= limit)) return false;
  return reported.some(({ remaining }) => remaining === 0) || reportsOneLessAtFirst(history);
}

/**
 * One less than the limit was reported to the only request that can have been counted. This is stronger evidence than a
 * served request with 0 remaining, which a request that is given back between counting and reporting can imitate.
 */
export const reportsOneLessAtFirst = (history: History) =>
  history.reported.some(
    ({ exchange, remaining }) => remaining === history.limit - 1 && isOnlyOneRemembered(history, exchange),
  );

/** A request is hardly given back during an exchange in which a bucket refills less than this part of one. */
const hardlyRefilled = 0.1;

/**
 * One less than the limit was reported at first, or 0 to two served requests, one after the other. If the server reported before it counted, a request would have
 * to be given back in between, during each of them, which hardly happens twice.
 */
function certainlyReportsAfterCounting(history: History): boolean {
  const zeros = history.reported.filter(
    (each) =>
      each.remaining === 0 &&
      refilledDuring(history, each.exchange) < hardlyRefilled &&
      !isAfterExhaustion(history, each),
  );
  const [first, last] = [zeros[0]?.exchange, zeros.at(-1)?.exchange];
  const areApart = first !== undefined && last !== undefined && last.sentAt > first.receivedAt;
  return areApart || reportsOneLessAtFirst(history);
}

/** How many requests a token bucket gives back during an exchange. */
export const refilledDuring = ({ refillPerMs }: History, exchange: Exchange) =>
  spanMs(exchange, exchange) * refillPerMs;

/** Served right after a 429 or 0 remaining: so a request was given back, perhaps during this exchange. */
export function isAfterExhaustion({ exchanges }: History, { position }: Reported): boolean {
  const before = exchanges[position - 1];
  return before !== undefined && (is429(before) || reportedRemaining(before) === 0);
}

/** No other request was sent that may count and that some limiter may still remember. */
function isOnlyOneRemembered(history: History, exchange: Exchange): boolean {
  const from = exchange.sentAt - memoryMs(history);
  return (
    from >= history.runStartedAt &&
    history.possiblyCounted.maxWithin(startOf(from), receipt(exchange)) <= requestsOf(exchange)
  );
}

/** How much more than one a request may cost: some limiters charge more for the first request of a window. */
export const maxFurtherCost = 2;

/**
 * How much more than the organization's own requests may still be used at `exchange`: by others before the run, or because
 * its first request cost more than one. Example: the first response reports 60 of 100, certainly after counting itself. So at most
 * 39 were used before it, until any limiter has forgotten them.
 */
export function maxUseBeforeRun(history: History, exchange: Exchange): number {
  const { reported, limit, remainingIncludesSelf, certainlyIncludesSelf, runStartedAt } = history;
  const memory = memoryMs(history);
  const firstReceivedAt = history.exchanges[0]?.receivedAt ?? 0;
  if (exchange.sentAt > firstReceivedAt + memory) return 0;
  const max = exchange.sentAt > runStartedAt + memory ? maxFurtherCost : Number.POSITIVE_INFINITY;
  // A later response may show a window that was reset in between.
  const answered = countBefore(reported, ({ answeredAt }) => answeredAt <= exchange.sentAt);
  const maxReported = Math.max(reported[answered - 1]?.maxSoFar ?? 0, reportedRemaining(exchange) ?? 0);
  if (maxReported <= 0) return max;
  // One less than the limit may also be left by another's only request, where the server reports before it counts. That is left out of account.
  const includesSelf = certainlyIncludesSelf || (remainingIncludesSelf && maxReported >= limit - 1);
  return Math.min(max, Math.max(0, limit - maxReported - (includesSelf ? 1 : 0)));
}
