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
 * fixed window 0 or 100. A chunk of more than two shows as a rise of `X-RateLimit-Remaining`. `chunks.ts` finds its
 * size.
 */
import type { Exchange } from "../../model/exchange.ts";
import { clockToleranceMs, type History } from "./history.ts";
import { endOf, receipt, sending, spanMs, startOf } from "./timeline.ts";
import { maxUseBeforeRun } from "./use-before-run.ts";

/** How many requests may have been counted from one exchange to another, both included. */
export const maxCountedBetween = ({ possiblyCounted }: History, first: Exchange, last: Exchange) =>
  possiblyCounted.maxWithin(sending(first), receipt(last));

/** The longest period of a timer that refills a bucket gradually, in milliseconds. A longer period counts as chunks. */
export const maxTimerMs = 500;

/** How long a bucket takes for a step of its refill, by a timer or one request at a time, whichever is shorter. In milliseconds. */
const refillStepMs = ({ windowMs, limit }: History) => Math.min(maxTimerMs, windowMs / limit);

/**
 * How many requests can be given back gradually. A token bucket refills at the rate of the limit. A sliding counter
 * gives back what it counted in the last window, which is more than the limit if it counts rejected requests, too.
 *
 * Example, 100 in 60 s: in 6 s a token bucket refills 10, and one step (0.5 s, so 0.8). If 100 requests were served and
 * 50 answered 429 before, a sliding counter may give back 1.5 times as many.
 */
export function maxRefilledBetween(history: History, first: Exchange, last: Exchange): number {
  const { limit, windowMs, possiblyCounted, uncertain } = history;
  const from = startOf(first.sentAt - 2 * windowMs);
  const maxInWindow = Math.min(
    possiblyCounted.maxWithin(from, receipt(last)),
    limit + uncertain.maxWithin(from, receipt(last)),
  );
  return (Math.max(limit, maxInWindow) / windowMs) * (spanMs(first, last) + refillStepMs(history));
}

/** A server that stores times in whole seconds may forget a request this much too early. */
export const wholeSecondMs = 1000;
/** A sliding window of (at least three) segments forgets a whole segment when its first moment is a window old. */
const maxEarlyMs = ({ windowMs }: History) => Math.max(wholeSecondMs, windowMs / 3);

/**
 * How many requests can expire between two exchanges: in a sliding window of segments, or in a sliding log if `earlyMs`
 * is a second.
 *
 * Example, 100 in 60 s, exchanges at 70 s and 75 s of the run: a sliding window of segments may forget what was sent
 * from 9.1 s to 35 s of the run, a sliding log what was sent from 9.1 s to 16 s.
 */
export function maxExpiredBetween(history: History, first: Exchange, last: Exchange, earlyMs = maxEarlyMs(history)) {
  const { windowMs, possiblyCounted } = history;
  return possiblyCounted.maxWithin(
    startOf(first.sentAt - windowMs - clockToleranceMs(history)),
    endOf(last.receivedAt - windowMs + earlyMs),
  );
}

/** The largest `remaining` if requests come back by expiry only: those of the last two thirds of a window count. */
export const maxRemainingByExpiry = (history: History, last: Exchange) =>
  history.limit -
  history.certainlyCounted.minWithin(
    endOf(last.receivedAt - history.windowMs + maxEarlyMs(history)),
    endOf(last.sentAt),
  );

/** How many can be given back gradually or by expiry, whichever is more. `earlyMs`: as in `maxExpiredBetween`. */
export const maxFreedBetween = (history: History, first: Exchange, last: Exchange, earlyMs = maxEarlyMs(history)) =>
  Math.max(maxRefilledBetween(history, first, last), maxExpiredBetween(history, first, last, earlyMs)) +
  maxUseBeforeRun(history, first);

/**
 * How many requests can be given back gradually, by expiry, or in chunks of at most `maxChunk` requests. If `maxChunk`
 * is at most 2, no segment with more requests can have expired either, so a request expires at most a second early.
 *
 * Example, 100 in 60 s: chunks of every size refill 10 in 6 s, and one more chunk may have been due at the beginning:
 * so 10 + `maxChunk`.
 */
export function maxFreedInChunks(history: History, first: Exchange, last: Exchange, maxChunk: number) {
  const earlyMs = maxChunk <= 2 ? wholeSecondMs : maxEarlyMs(history);
  const inChunks = history.refillPerMs * spanMs(first, last) + maxChunk;
  return Math.max(maxFreedBetween(history, first, last, earlyMs), inChunks);
}

/** How much too early a timer may refill the next chunk, in milliseconds. */
export const timerToleranceMs = ({ windowMs }: Pick<History, "windowMs">) => Math.min(1200, 0.12 * windowMs);

/** The shortest time between two chunks of this size, in ms. Example, 100 in 60 s: 4800 for chunks of 10. */
export const minBetweenChunksMs = (history: History, chunk: number) =>
  (chunk * history.windowMs) / history.limit - timerToleranceMs(history);

/**
 * How many requests a limiter must have refilled, at least, from the first of these rises of `remaining` to the last,
 * if all chunks have one size and each rise is one chunk or several. The first chunk is not counted: it may have been
 * due before.
 *
 * Example: rises by 31, 15 and 15. Chunks of 30 explain them by 1, 1 and 1 chunk (fractions of a request are not
 * reported): 2 after the first, so 60 requests. Chunks of 15 explain them by 2, 1 and 1: 3 after the first, so 45. No
 * size needs less.
 */
export function minRefilledIn(rises: readonly number[]): number {
  const total = rises.reduce((sum, rise) => sum + rise, 0);
  const largest = Math.max(...rises);
  // A rise may be larger by up to one than what was given back.
  const freed = rises.map((rise) => rise - 1);
  const chunksOf = (size: number) => freed.reduce((count, each) => count + Math.ceil(each / size - 1e-9), 0);
  const refilledBy = (size: number) => (chunksOf(size) - 1) * size;
  // The smallest amount belongs to a chunk of a rise's size or half of it; or, with smaller chunks, it is at least
  // this:
  const inSmallChunks = total - freed.length - (largest - 1) / 3;
  const sizes = freed.filter((each) => each > 0).flatMap((each) => [each, each / 2]);
  // With every size, at most one rise can have been due before, and one fraction is not reported.
  return Math.max(total - largest - 1, Math.min(inSmallChunks, ...sizes.map(refilledBy)));
}
