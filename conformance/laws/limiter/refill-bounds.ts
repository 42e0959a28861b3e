/**
 * How many requests the limiter can have given back between two exchanges, under any legal algorithm (§8). It gives back
 *
 * - bit by bit, at the rate of the limit: an even bucket, or a sliding counter;
 * - what was requested a window ago: one by one in a sliding log, or up to a quarter of a window earlier, segment by segment;
 * - in chunks: a bucket that a timer fills adds c requests at most once in c × window / limit. A fixed window is one whose
 *   chunk is the limit.
 *
 * In chunks it is at most rate × time and one chunk, which shows as a rise of `X-RateLimit-Remaining`, where that is reported
 * for each request: where there is no rise, the chunk is smaller than two. What else is known of it: `chunks.ts`.
 */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History, maxUseBeforeRun } from "./history.ts";
import { endOf, receipt, sending, spanMs, startOf } from "./timeline.ts";

/** All requests that may have been counted from one to the other, both included. */
export const maxCountedBetween = ({ possiblyCounted }: History, first: Exchange, last: Exchange) =>
  possiblyCounted.within(sending(first), receipt(last));

/** By refilling: a token bucket at the rate of the limit, in steps; a sliding counter at the rate of its last window. */
export function maxRefilledBetween(history: History, first: Exchange, last: Exchange): number {
  const { limit, windowMs, possiblyCounted, uncertain } = history;
  const from = startOf(first.sentAt - 2 * windowMs);
  const maxInWindow = Math.min(
    possiblyCounted.within(from, receipt(last)),
    limit + uncertain.within(from, receipt(last)),
  );
  return (Math.max(limit, maxInWindow) / windowMs) * (Math.max(0, spanMs(first, last)) + refillStepMs(history));
}

/** A timer that fills a bucket may come twice a second, and so late by that, in milliseconds. */
export const maxTimerMs = 500;

/** What a bucket may refill in one step, in milliseconds: by a timer, or for each request. */
const refillStepMs = ({ windowMs, limit }: History) => Math.min(maxTimerMs, windowMs / limit);

/** A server that keeps whole seconds may forget a request so much too early. */
export const wholeSecondMs = 1000;
/** A sliding window has three segments or more, and forgets a request when its segment leaves. */
const maxEarlyMs = ({ windowMs }: History) => Math.max(wholeSecondMs, windowMs / 3);

/** By expiry from a sliding window of segments, or, with `earlyMs` of a whole second, from a sliding log. */
export function maxExpiredBetween(history: History, first: Exchange, last: Exchange, earlyMs = maxEarlyMs(history)) {
  const { windowMs, possiblyCounted } = history;
  return possiblyCounted.within(
    startOf(first.sentAt - windowMs - clockToleranceMs(history)),
    endOf(last.receivedAt - windowMs + earlyMs),
  );
}

/** The most that may remain where requests come back by expiry only: those of the last three quarters of a window still count. */
export const maxByExpiry = (history: History, last: Exchange) =>
  history.limit -
  history.certainlyCounted.minInside(
    endOf(last.receivedAt - history.windowMs + maxEarlyMs(history)),
    endOf(last.sentAt),
  );

/** In every way but in chunks. */
export const maxFreedBetween = (history: History, first: Exchange, last: Exchange) =>
  Math.max(maxRefilledBetween(history, first, last), maxExpiredBetween(history, first, last)) +
  maxUseBeforeRun(history, first);

/**
 * What a limiter must have refilled from the first of these rises to the last, if each is of chunks of the same size: all chunks
 * but one. Each may be by a fraction less than it seems.
 */
export function minRefilledInChunks(rises: readonly number[]): number {
  const total = rises.reduce((sum, rise) => sum + rise, 0);
  const largest = Math.max(...rises);
  const parts = rises.map((rise) => rise - 1);
  const refilledBy = (size: number) => (parts.reduce((sum, part) => sum + Math.ceil(part / size - 1e-9), 0) - 1) * size;
  // Chunks of a third of the largest rise, or smaller ones, never come to less than `inSmallChunks`.
  const sizes = new Set(parts.filter((part) => part > 0).flatMap((part) => [part, part / 2]));
  const inSmallChunks = total - parts.length - (largest - 1) / 3;
  return Math.max(total - largest - 1, Math.min(inSmallChunks, ...[...sizes].map(refilledBy)));
}

/** In every way, in chunks of `maxChunk` or less. Where these are small, nothing larger left with a segment, either. */
export function maxFreedInChunks(history: History, first: Exchange, last: Exchange, maxChunk: number) {
  const earlyMs = maxChunk <= 2 ? wholeSecondMs : maxEarlyMs(history);
  return Math.max(
    Math.max(maxRefilledBetween(history, first, last), maxExpiredBetween(history, first, last, earlyMs)) +
      maxUseBeforeRun(history, first),
    history.refillPerMs * spanMs(first, last) + maxChunk,
  );
}

/** How far timers are off: so much earlier than expected a chunk may come again, in milliseconds. */
export const timerToleranceMs = ({ windowMs }: Pick<History, "windowMs">) => Math.min(1200, 0.12 * windowMs);

/** After a chunk of this size was given back, another comes no sooner than this, in milliseconds. */
export const minBetweenChunksMs = (history: History, chunk: number) =>
  (chunk * history.windowMs) / history.limit - timerToleranceMs(history);
