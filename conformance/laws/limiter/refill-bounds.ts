/**
 * How many requests a limiter can have given back between two exchanges, under any legal algorithm (§8). A limiter
 * gives requests back
 *
 * - gradually, at the rate of the limit: a token bucket, or a sliding counter (`maxRefilledBetween`);
 * - by expiry, a window after they were sent: one by one in a sliding log; up to a third of a window earlier in a
 *   sliding window of segments (`maxExpiredBetween`);
 * - in chunks: a bucket that a timer fills adds c requests at most once in c × window / limit. A fixed window is a
 *   bucket whose chunk is the limit (`maxFreedInChunks`, `minBetweenChunksMs`).
 *
 * Example, 100 in 60 s: in 6 s a token bucket gives back 10, a sliding log as many as were sent 60 to 66 s ago, and a
 * fixed window 0 or 100. A chunk shows as a rise of `X-RateLimit-Remaining`; where there is no rise, no chunk was
 * larger than two. `chunks.ts` finds its size.
 */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History, maxUseBeforeRun } from "./history.ts";
import { endOf, receipt, sending, spanMs, startOf } from "./timeline.ts";

/** All requests that may have been counted from one to the other, both included. */
export const maxCountedBetween = ({ possiblyCounted }: History, first: Exchange, last: Exchange) =>
  possiblyCounted.within(sending(first), receipt(last));

/** A timer that fills a bucket gradually may come twice a second, and so be late by this, in milliseconds. */
export const maxTimerMs = 500;

/** What a bucket may add in one step, as the milliseconds that it stands for: with a timer, or one request at a time. */
const refillStepMs = ({ windowMs, limit }: History) => Math.min(maxTimerMs, windowMs / limit);

/**
 * Gradually: a token bucket at the rate of the limit, in small steps; a sliding counter at the rate of what it counted
 * in the last window, which may be more than the limit where it counts rejected requests.
 *
 * Example, 100 in 60 s: in 6 s, 10 and a step of 0.8; where 100 were served before, and 50 were answered 429, half as
 * many again.
 */
export function maxRefilledBetween(history: History, first: Exchange, last: Exchange): number {
  const { limit, windowMs, possiblyCounted, uncertain } = history;
  const from = startOf(first.sentAt - 2 * windowMs);
  const maxInWindow = Math.min(
    possiblyCounted.within(from, receipt(last)),
    limit + uncertain.within(from, receipt(last)),
  );
  return (Math.max(limit, maxInWindow) / windowMs) * (Math.max(0, spanMs(first, last)) + refillStepMs(history));
}

/** A server that keeps whole seconds may forget a request this much too early. */
export const wholeSecondMs = 1000;
/**
 * A sliding window of segments, three at least, forgets a request when the first moment of its segment is a window old.
 */
const maxEarlyMs = ({ windowMs }: History) => Math.max(wholeSecondMs, windowMs / 3);

/**
 * By expiry: from a sliding window of segments, or, with `earlyMs` of a whole second, from a sliding log.
 *
 * Example, 100 in 60 s, exchanges 70 and 75 s after the run began: all that was sent from 9.1 to 35 s after it, or, by
 * a sliding log, from 9.1 to 16 s.
 */
export function maxExpiredBetween(history: History, first: Exchange, last: Exchange, earlyMs = maxEarlyMs(history)) {
  const { windowMs, possiblyCounted } = history;
  return possiblyCounted.within(
    startOf(first.sentAt - windowMs - clockToleranceMs(history)),
    endOf(last.receivedAt - windowMs + earlyMs),
  );
}

/**
 * The largest `X-RateLimit-Remaining` at an exchange where requests come back by expiry only: those of the last two
 * thirds of a window still count.
 */
export const maxRemainingByExpiry = (history: History, last: Exchange) =>
  history.limit -
  history.certainlyCounted.minInside(
    endOf(last.receivedAt - history.windowMs + maxEarlyMs(history)),
    endOf(last.sentAt),
  );

/** Gradually or by expiry, whichever is more; not in chunks. `earlyMs`: as for `maxExpiredBetween`. */
export const maxFreedBetween = (history: History, first: Exchange, last: Exchange, earlyMs = maxEarlyMs(history)) =>
  Math.max(maxRefilledBetween(history, first, last), maxExpiredBetween(history, first, last, earlyMs)) +
  maxUseBeforeRun(history, first);

/**
 * Gradually, by expiry, or in chunks of at most `maxChunk` requests. With at most 2 there are no segments that hold
 * more, so a request expires a whole second early at most.
 *
 * Example, 100 in 60 s: in 6 s, 10 are refilled whatever the chunk, and one chunk may have been due at the beginning:
 * 10 + `maxChunk`.
 */
export function maxFreedInChunks(history: History, first: Exchange, last: Exchange, maxChunk: number) {
  const earlyMs = maxChunk <= 2 ? wholeSecondMs : maxEarlyMs(history);
  const inChunks = history.refillPerMs * spanMs(first, last) + maxChunk;
  return Math.max(maxFreedBetween(history, first, last, earlyMs), inChunks);
}

/** How much earlier than expected a chunk may come again, in milliseconds: timers are inexact. */
export const timerToleranceMs = ({ windowMs }: Pick<History, "windowMs">) => Math.min(1200, 0.12 * windowMs);

/** How long after a chunk the next one of this size comes, at least, in milliseconds. Example: 4800 for 10 of 100 in 60 s. */
export const minBetweenChunksMs = (history: History, chunk: number) =>
  (chunk * history.windowMs) / history.limit - timerToleranceMs(history);

/**
 * How many requests a limiter must have refilled, at least, from the first of these rises of `remaining` to the last, if
 * each rise is one chunk or several, all of one size. The first chunk is not counted: it may have been due before.
 *
 * Example: 31, 15 and 15. In chunks of 30 each rise is one chunk (fractions of a request are not reported): 2 after the
 * first, 60 in all. In chunks of 15 they are 2, 1 and 1: 3 after the first, 45 in all. No size needs less than 45.
 */
export function minRefilledInChunks(rises: readonly number[]): number {
  const total = rises.reduce((sum, rise) => sum + rise, 0);
  const largest = Math.max(...rises);
  // A rise may be larger by up to one than what was given back.
  const freed = rises.map((rise) => rise - 1);
  const chunksOf = (size: number) => freed.reduce((count, each) => count + Math.ceil(each / size - 1e-9), 0);
  const refilledBy = (size: number) => (chunksOf(size) - 1) * size;
  // The smallest amounts are at the sizes that divide a rise: whole, and in two. Chunks of a third of the largest, or less, need this.
  const inSmallChunks = total - freed.length - (largest - 1) / 3;
  const sizes = freed.filter((each) => each > 0).flatMap((each) => [each, each / 2]);
  // Whatever the size, no more than one rise can have been due before, and one fraction is not reported.
  return Math.max(total - largest - 1, Math.min(inSmallChunks, ...sizes.map(refilledBy)));
}
