/** Makes the histories of a run's exchanges (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { isOfOwnLimit } from "../../model/rate-limit-headers.ts";
import type { History, Reported } from "./history.ts";
import { certainlyReportsAfterCounting, reportsAfterCounting } from "./reports-after-counting.ts";
import { isCertainlyCounted, reportedRemaining } from "./single-exchange.ts";
import { Timeline } from "./timeline.ts";

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
