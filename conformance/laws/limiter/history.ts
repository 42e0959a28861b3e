/**
 * What one organization's exchanges say about its limiter, whatever legal algorithm it uses (§8). Times are outer bounds:
 * between two requests lies at most the time from the first's sending to the second's receipt.
 */
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { receipt, sending, startOf, Timeline } from "./timeline.ts";

/** One organization's exchanges, ordered by the time they were sent. */
export interface History {
  readonly organization: string;
  readonly exchanges: readonly Exchange[];
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that come free in a millisecond, where the limiter refills: limit / window. */
  readonly rate: number;
  /** When the run's first request went out, of whatever organization. */
  readonly startedAt: number;
  /** All that may have been counted: its own, and what belongs to no organization, or to a session of another. */
  readonly possible: Timeline;
  /** Of these, what a limiter may count without having admitted it. */
  readonly unsure: Timeline;
  /** The organization's own. */
  readonly own: Timeline;
  /** Requests with keys of other organizations. */
  readonly elsewhere: Timeline;
  /** Surely counted answers that tell what remains, ordered. */
  readonly told: readonly Told[];
  /** `X-RateLimit-Remaining` is known to be told after its own request was counted. */
  readonly tellsAfter: boolean;
}

export interface Told {
  readonly exchange: Exchange;
  /** Its place in the history's exchanges. */
  readonly at: number;
  readonly remaining: number;
  /** The most that any answer has told so far. */
  readonly best: number;
}

/** Surely counted: a valid API key of the organization, answered 2xx. Whether anything else counts is open. */
export const isSure = (exchange: Exchange) => exchange.kind === "api-key" && exchange.isSuccess;

/** Served to anybody of the organization. */
export const isAdmitted = (exchange: Exchange) =>
  exchange.isSuccess && (exchange.kind === "api-key" || exchange.kind === "session");

export const isRefused = (exchange: Exchange) => exchange.status === 429;

/** From the first's sending to the last's receipt, in milliseconds. */
export const span = (first: Exchange, last: Exchange) => last.receivedAt - first.sentAt;

/** The histories of all organizations whose keys or sessions the exchanges show. */
export function historiesOf(exchanges: readonly Exchange[], rateLimit: RateLimit): readonly History[] {
  const byOrganization = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    if (exchange.organization === undefined) continue;
    const known = byOrganization.get(exchange.organization);
    if (known === undefined) byOrganization.set(exchange.organization, [exchange]);
    else known.push(exchange);
  }
  const startedAt = exchanges.reduce((least, { sentAt }) => Math.min(least, sentAt), Number.POSITIVE_INFINITY);
  return [...byOrganization].map(([organization, own]) => {
    own.sort((a, b) => a.sentAt - b.sentAt || a.index - b.index);
    const others = exchanges.filter((one) => one.organization !== organization);
    const isNobodys = (one: Exchange) => one.organization === undefined || one.kind === "session";
    const possible = [...own, ...others.filter(isNobodys)];
    const windowMs = rateLimit.windowSeconds * 1000;
    const told = toldOf(own);
    const history = {
      organization,
      exchanges: own,
      limit: rateLimit.limit,
      windowMs,
      rate: rateLimit.limit / windowMs,
      startedAt,
      possible: new Timeline(possible),
      own: new Timeline(own),
      unsure: new Timeline(possible.filter((one) => !isSure(one) || one.organization !== organization)),
      elsewhere: new Timeline(others.filter((one) => !isNobodys(one))),
      told,
      tellsAfter: false,
    };
    return { ...history, tellsAfter: tellsAfterCounting(history) };
  });
}

function toldOf(exchanges: readonly Exchange[]): readonly Told[] {
  let best = 0;
  return exchanges.flatMap((exchange, at) => {
    const remaining = isSure(exchange) ? remainingOf(exchange) : undefined;
    if (remaining === undefined) return [];
    best = Math.max(best, remaining);
    return [{ exchange, at, remaining, best }];
  });
}

/** Nothing else of the organization was under way: what may be given back after it is refused does not show. */
export const isAlone = ({ own }: History, exchange: Exchange) =>
  own.within(sending(exchange), receipt(exchange)) === 1 + (exchange.redirects ?? 0);

/** The credentials that the history shows, of one kind. */
export function credentialsOf(history: History, kind: "api-key" | "session"): readonly string[] {
  return [...new Set(history.exchanges.filter((one) => one.kind === kind).map((one) => one.credential))];
}

/**
 * How far a server may be off in when a request leaves its window, in milliseconds: many keep times in whole seconds.
 * Always less than the time of two requests, so that a window and two requests' time is enough for any of them.
 */
export const slackMs = (history: History) => Math.min(1000, (1.5 * history.windowMs) / history.limit);

/** Since `time`, everything that anybody may have sent before has been forgotten: a sliding counter remembers two windows. */
const forgottenAt = (history: History, time: number) => time + 2 * history.windowMs + slackMs(history);

/**
 * `X-RateLimit-Remaining` is told after its own request was counted: a request was served that was told nothing is left,
 * or one was told one less than the limit when nothing at all had been sent for two windows. Never where the whole limit
 * was told, which no answer tells after counting itself.
 */
function tellsAfterCounting(history: History): boolean {
  if (history.told.some(({ remaining }) => remaining >= history.limit)) return false;
  return history.told.some(
    ({ exchange, remaining }) => remaining === 0 || (remaining === history.limit - 1 && isForgotten(history, exchange)),
  );
}

/** Nothing that may count was sent for two windows before it. */
function isForgotten(history: History, exchange: Exchange): boolean {
  const from = exchange.sentAt - 2 * history.windowMs - slackMs(history);
  return (
    from >= history.startedAt &&
    history.possible.within(startOf(from), receipt(exchange)) <= 1 + (exchange.redirects ?? 0)
  );
}

/**
 * The most that others may have sent before the run and that still counts at `exchange`: what the best answer so far does
 * not rule out.
 */
export function earlierUse(history: History, exchange: Exchange): number {
  if (exchange.sentAt > forgottenAt(history, history.startedAt)) return 0;
  const best = lastUpTo(history.told, exchange.sentAt)?.best ?? 0;
  return best <= 0 ? Number.POSITIVE_INFINITY : Math.max(0, history.limit - best - (history.tellsAfter ? 1 : 0));
}

/** The last of the answers whose request was sent by `time`. */
function lastUpTo(told: readonly Told[], time: number): Told | undefined {
  let low = 0;
  let high = told.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((told[middle]?.exchange.sentAt ?? time) > time) high = middle;
    else low = middle + 1;
  }
  return told[low - 1];
}
