/**
 * §8: a limiter serves no more than its limit, the requests that it refills meanwhile, and one chunk.
 *
 * Example, 100 in 60 s: 250 requests are served in 6 s. With a fixed window that was reset in between, 200 can be
 * served; with a token bucket, 110. So 250 is too many for each. If every response reports `remaining` and no rise is
 * larger than 4, the window was not reset, and 120 is too many.
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { timerToleranceMs } from "./refill-bounds.ts";
import { fallOf, maxFall, stepsOf } from "./remaining-steps.ts";
import { is429, isCertainlyCounted } from "./single-exchange.ts";
import { seconds } from "./timeline.ts";

/** A part of an organization's requests, such as all of one key, in the order in which they were sent. */
export type PartOfHistory = Pick<History, "exchanges" | "limit" | "windowMs" | "refillPerMs">;

/** If every response reports `remaining`, small chunks are tried first: a larger one would show as a larger rise. */
export function servedTooMany(history: History): Fail | undefined {
  const served = history.exchanges.filter(isCertainlyCounted);
  const isChunkVisible = history.reported.length === served.length;
  for (const chunk of isChunkVisible ? [1, 4, 16, history.limit] : [history.limit]) {
    const found = servedMoreThan(history.limit + chunk, history, served, largerChunksOf(history, chunk));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A chunk larger than the tried one may have come between an exchange and a later time (ms since the epoch). */
type HasLargerChunk = (from: Exchange, until: number) => boolean;

/** The result must be called with values of `from` and `until` that never decrease. */
function largerChunksOf(history: History, chunk: number): HasLargerChunk {
  if (chunk >= history.limit) return () => false;
  const steps = stepsOf(history);
  const larger = steps.filter((step) => maxFall(history, step) - fallOf(step) > chunk);
  const end = steps.at(-1)?.last;
  let next = 0;
  return (from, until) => {
    while ((larger[next]?.last.receivedAt ?? Number.POSITIVE_INFINITY) <= from.sentAt) next += 1;
    return (larger[next]?.first.sentAt ?? end?.receivedAt ?? 0) < until;
  };
}

/** Consecutive served requests; no larger chunk can have come in between. */
interface Stretch {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly count: number;
  /** From the sending of the first until all were answered. */
  readonly elapsedMs: number;
}

/** Fails if a stretch has more requests than `max` and those refilled meanwhile. */
export function servedMoreThan(
  max: number,
  history: PartOfHistory,
  served: readonly Exchange[],
  hasLargerChunk: HasLargerChunk,
): Fail | undefined {
  // A timer is never early by more than the time in which it gives back one chunk.
  const earlyMs = Math.min(timerToleranceMs(history), (max - history.limit) / history.refillPerMs);
  for (const stretch of densestStretches(history, served, hasLargerChunk)) {
    const refillMs = stretch.elapsedMs + earlyMs;
    const refilled = history.refillPerMs * refillMs;
    if (stretch.count > max + 1 + refilled)
      return tooMany(history, stretch, { refilled, refillMs, inOneChunk: max - history.limit });
  }
  return undefined;
}

/**
 * For each request, the stretch that ends with it and exceeds the refilled requests by the most. It is the stretch
 * whose start has the smallest `credit`: its position among the served, less the requests refilled from the epoch until
 * then.
 */
function* densestStretches(
  { refillPerMs }: PartOfHistory,
  served: readonly Exchange[],
  hasLargerChunk: HasLargerChunk,
): Generator<Stretch> {
  /** Possible starts, the smallest credit first. A later start with less credit replaces all before it with more. */
  const starts: { readonly exchange: Exchange; readonly position: number; readonly credit: number }[] = [];
  let until = 0;
  for (const [position, exchange] of served.entries()) {
    until = Math.max(until, exchange.receivedAt);
    const credit = position - refillPerMs * exchange.sentAt;
    while ((starts.at(-1)?.credit ?? Number.NEGATIVE_INFINITY) >= credit) starts.pop();
    starts.push({ exchange, position, credit });
    while (starts[0] !== undefined && hasLargerChunk(starts[0].exchange, until)) starts.shift();
    const [start] = starts;
    if (start === undefined) continue;
    const { exchange: first, position: at } = start;
    yield { first, last: exchange, count: position - at + 1, elapsedMs: until - first.sentAt };
  }
}

/** What a limiter may serve besides its limit and one request. */
interface Allowed {
  /** How many it may have given back in one chunk. */
  readonly inOneChunk: number;
  /** How many it may have given back one by one, and in which time: that of the stretch, and how much a timer may be early. */
  readonly refilled: number;
  readonly refillMs: number;
}

function tooMany(history: PartOfHistory, { first, last, count, elapsedMs }: Stretch, allowed: Allowed): Fail {
  const { inOneChunk, refilled, refillMs } = allowed;
  const { limit, windowMs } = history;
  const exchanges = [first.index, last.index];
  if (!history.exchanges.some(is429))
    return fails({
      expected: `429 with an error body, once an organization has sent ${limit} requests in ${windowMs / 1000} s, as declared`,
      actual: `no limit seen: ${count} requests in ${seconds(elapsedMs)}, none answered 429`,
      exchanges,
    });
  return fails({
    expected: `at most ${Math.floor(limit + inOneChunk + 1 + refilled)} requests served in ${seconds(elapsedMs)}: ${limit}, ${inOneChunk} given back in one chunk, 1 for fractions, and ${Math.floor(10 * refilled) / 10} given back one by one in ${seconds(refillMs)} (${seconds(refillMs - elapsedMs)} more, since a timer may be early) at ${limit} in ${windowMs / 1000} s`,
    actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(last) ?? "absent"}`,
    exchanges,
  });
}
