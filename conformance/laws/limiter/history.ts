/**
 * What one organization's exchanges say about its limiter, whatever legal algorithm it uses (§8). Times are outer bounds:
 * between two requests lies at most the time from the first's sending to the second's receipt.
 */
import type { RateLimit } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { remainingOf } from "../rate-limit-headers.ts";

/** One organization's exchanges, ordered by the time they were sent. */
export interface History {
  readonly organization: string;
  readonly exchanges: readonly Exchange[];
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that come free in a millisecond, where the limiter refills: limit / window. */
  readonly rate: number;
}

/** The histories of all organizations that the exchanges belong to. */
export function historiesOf(exchanges: readonly Exchange[], rateLimit: RateLimit): readonly History[] {
  const byOrganization = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    if (exchange.organization === undefined) continue;
    const known = byOrganization.get(exchange.organization);
    if (known === undefined) byOrganization.set(exchange.organization, [exchange]);
    else known.push(exchange);
  }
  const windowMs = rateLimit.windowSeconds * 1000;
  return [...byOrganization].map(([organization, own]) => ({
    organization,
    exchanges: own.sort((a, b) => a.sentAt - b.sentAt || a.index - b.index),
    limit: rateLimit.limit,
    windowMs,
    rate: rateLimit.limit / windowMs,
  }));
}

/** Surely counted: a valid API key of the organization, answered 2xx. Whether anything else counts is open. */
export const isSure = (exchange: Exchange) => exchange.kind === "api-key" && exchange.isSuccess;

/** Served to anybody of the organization. */
export const isAdmitted = (exchange: Exchange) =>
  exchange.isSuccess && (exchange.kind === "api-key" || exchange.kind === "session");

export const isRefused = (exchange: Exchange) => exchange.status === 429;

/** From the first's sending to the last's receipt, in milliseconds. */
export const span = (first: Exchange, last: Exchange) => last.receivedAt - first.sentAt;

/** The first had been answered before the second was sent. */
export const isBefore = (first: Exchange, second: Exchange) => first.receivedAt <= second.sentAt;

/** Where a limiter refills, at most this many requests came free in `ms`. */
export const refillIn = (history: History, ms: number) => history.rate * Math.max(0, ms);

/** Own requests that a sliding window may have let go between the two. */
export function expiredBetween(history: History, first: Exchange, last: Exchange): number {
  const from = first.sentAt - history.windowMs - 50;
  const to = last.receivedAt - history.windowMs + 50;
  return history.exchanges.filter(({ sentAt, receivedAt }) => receivedAt >= from && sentAt <= to).length;
}

/** The most that may have come free between the two without a window's turn. */
export const freedBetween = (history: History, first: Exchange, last: Exchange) =>
  refillIn(history, span(first, last)) + expiredBetween(history, first, last);

/** Two exchanges of one credential, one after the other, with nothing else of the organization in flight at either. */
export interface Step {
  readonly from: Exchange;
  readonly to: Exchange;
  readonly told: { readonly from: number; readonly to: number };
  /** Requests of the organization in between. */
  readonly between: readonly Exchange[];
}

/** The steps of one credential through the history. */
export function stepsOf(history: History, credential: string): readonly Step[] {
  const steps: Step[] = [];
  let from: { readonly exchange: Exchange; readonly at: number; readonly told: number } | undefined;
  for (const [at, exchange] of history.exchanges.entries()) {
    if (exchange.credential !== credential || (exchange.kind !== "api-key" && exchange.kind !== "session")) continue;
    const told = remainingOf(exchange);
    if (told === undefined || !isAlone(history, exchange)) continue;
    if (from !== undefined) {
      const between = history.exchanges.slice(from.at + 1, at);
      steps.push({ from: from.exchange, to: exchange, told: { from: from.told, to: told }, between });
    }
    from = { exchange, at, told };
  }
  return steps;
}

/** Nothing else of the organization was in flight. */
export function isAlone(history: History, exchange: Exchange): boolean {
  return history.exchanges.every(
    (other) => other === exchange || isBefore(other, exchange) || isBefore(exchange, other),
  );
}

/** It rose by more than any refilling explains: the window turned. */
export function isTurn(history: History, step: Step): boolean {
  return step.told.to - step.told.from > freedBetween(history, step.from, step.to) + 1;
}

/** The credentials that the history shows, of one kind. */
export function credentialsOf(history: History, kind: "api-key" | "session"): readonly string[] {
  return [...new Set(history.exchanges.filter((one) => one.kind === kind).map((one) => one.credential))];
}

/**
 * Requests that others may have spent before the run, as far as the first answer tells. Told before or after counting is
 * open, so the first answer may stand for one more. `undefined`: nothing was told.
 */
export function spentBefore(history: History): number | undefined {
  const first = history.exchanges.find((one) => one.kind === "api-key" && remainingOf(one) !== undefined);
  if (first === undefined) return undefined;
  const earlier = history.exchanges.filter((one) => one.sentAt < first.sentAt).length;
  const told = remainingOf(first) ?? 0;
  return Math.max(0, history.limit - told - earlier - (tellsAfterCounting(history) ? 1 : 0));
}

/**
 * `X-RateLimit-Remaining` is told after its own request was counted: an answer that, after the organization was left alone
 * for a whole window and more, is one less than the limit, and none that is the whole limit.
 */
export function tellsAfterCounting(history: History): boolean {
  const sure = history.exchanges.filter(isSure);
  if (sure.some((one) => remainingOf(one) === history.limit)) return false;
  return history.exchanges.some((exchange, at) => {
    const before = history.exchanges[at - 1];
    if (before === undefined || !isSure(exchange)) return false;
    return remainingOf(exchange) === history.limit - 1 && isLeftAlone(history, before, exchange);
  });
}

/** Nothing was sent between the two for a window and the time of two requests more: any legal limiter serves the second. */
export function isLeftAlone(history: History, before: Exchange, after: Exchange): boolean {
  return after.sentAt - before.receivedAt >= history.windowMs * (1 + 2 / history.limit);
}

/** Requests that may count for a limiter that looks back from `exchange`: a sliding counter remembers two windows. */
export function possiblyCountedBefore(history: History, exchange: Exchange): number {
  const from = exchange.sentAt - 2 * history.windowMs;
  const own = history.exchanges.filter(
    (one) => one !== exchange && one.sentAt < exchange.receivedAt && one.receivedAt >= from,
  );
  return own.reduce((sum, one) => sum + 1 + (one.redirects ?? 0), 0);
}
