/** §8: the limit is 100 requests per minute, or what the target declares: no limiter of that limit serves more. */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { servedBelowZero } from "./below-zero.ts";
import { mayBeChunked } from "./chunks.ts";
import { servedAfterCountdown } from "./countdown.ts";
import { areRemainingCounts } from "./falls-too-far.ts";
import { reportedTooMany } from "./full-to-exhausted.ts";
import { type History, is429, isCertainlyCounted } from "./history.ts";
import { servedBeyondRemaining } from "./overrun.ts";
import { servedInParallel } from "./parallel-overrun.ts";
import { maxCountedBetween, maxFreedBetween, timerToleranceMs } from "./refill-bounds.ts";
import { fallOf, maxFall, stepsOf } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { worst } from "./worst-verdict.ts";

export const limitEnforced: SequenceLaw = {
  id: "limit.refused-when-exceeded",
  clause: "limit.standard",
  claim: "No more requests are served than the limit allows",
  fault: "more requests are served than the limit allows",
  needs: { limitExceeded: true },
  judge({ histories }) {
    const areCounts = areRemainingCounts(histories);
    const tooMany = areCounts ? reportedTooMany(histories) : undefined;
    return tooMany ?? worst(histories.map((history) => judgeHistory(history, areCounts)));
  },
};

/** Some of the requests of one organization, such as all of one key, in the order in which they were sent. */
export type PartOfHistory = Pick<History, "exchanges" | "limit" | "windowMs" | "refillPerMs">;

/**
 * The law, where what else the organization sent is not known: it can only have been served less. A fixed window may have reset
 * unseen, so that twice the limit is served.
 */
export function judgePart(part: PartOfHistory): Verdict {
  const served = part.exchanges.filter(isCertainlyCounted);
  const tooMany = moreThan(2 * part.limit, part, served, () => false);
  return tooMany ?? (part.exchanges.some(is429) ? holds : notApplicable);
}

/** `isRemainingACount`: it may be taken for one of requests. */
const judgeHistory = (history: History, isRemainingACount: boolean): Verdict =>
  servedTooMany(history) ??
  (isRemainingACount ? servedBeyondReports(history) : undefined) ??
  (history.exchanges.some(is429) ? holds : notApplicable);

/** More than what remains, as it was reported, admits. */
const servedBeyondReports = (history: History): Fail | undefined =>
  servedBelowZero(history) ??
  servedAtZero(history) ??
  servedAfterCountdown(history) ??
  servedBeyondRemaining(history) ??
  servedInParallel(history);

/** More than the limit, a refill and a chunk: of any size, or as small as the steps show that it was. */
function servedTooMany(history: History): Fail | undefined {
  const served = history.exchanges.filter(isCertainlyCounted);
  const isChunkVisible = history.reported.length === served.length;
  for (const chunk of isChunkVisible ? [1, 4, 16, history.limit] : [history.limit]) {
    const found = moreThan(history.limit + chunk, history, served, largerChunksOf(history, chunk));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a larger chunk may have come from an exchange to a later time, in milliseconds since the epoch. */
type MayHaveCome = (from: Exchange, until: number) => boolean;

/** Must be asked for exchanges in their order. */
function largerChunksOf(history: History, chunk: number): MayHaveCome {
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

/** Finds more served requests than `max` and what may have been refilled, from one of them on without a larger chunk. */
function moreThan(
  max: number,
  history: PartOfHistory,
  served: readonly Exchange[],
  mayHaveCome: MayHaveCome,
): Fail | undefined {
  const { refillPerMs } = history;
  /** Where to begin to count: `credit` is its position less the refill until then. The smaller, the more is found from it. */
  const starts: { readonly exchange: Exchange; readonly position: number; readonly credit: number }[] = [];
  let until = 0;
  for (const [position, exchange] of served.entries()) {
    until = Math.max(until, exchange.receivedAt);
    const credit = position - refillPerMs * exchange.sentAt;
    while ((starts.at(-1)?.credit ?? Number.NEGATIVE_INFINITY) >= credit) starts.pop();
    starts.push({ exchange, position, credit });
    while (starts[0] !== undefined && mayHaveCome(starts[0].exchange, until)) starts.shift();
    const [start] = starts;
    if (start === undefined) continue;
    const count = position - start.position + 1;
    const elapsedMs = until - start.exchange.sentAt;
    const allowed = max + 1 + refillPerMs * (elapsedMs + timerToleranceMs(history));
    if (count <= allowed) continue;
    const exchanges = [start.exchange.index, exchange.index];
    if (!history.exchanges.some(is429)) return noLimit(history, { count, elapsedMs, exchanges });
    return fails({
      expected: `at most ${Math.floor(allowed)} requests served in ${seconds(elapsedMs)}`,
      actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(exchange) ?? "absent"}`,
      exchanges,
    });
  }
  return undefined;
}

const noLimit = (
  { limit, windowMs }: PartOfHistory,
  { count, elapsedMs, exchanges }: { count: number; elapsedMs: number; exchanges: readonly number[] },
) =>
  fails({
    expected: `429 earlier: ${limit} in ${windowMs / 1000} s are declared`,
    actual: `no limit seen: ${count} requests in ${seconds(elapsedMs)}, none answered 429`,
    exchanges,
  });

/** More served with nothing remaining than can have been given back. */
function servedAtZero(history: History): Fail | undefined {
  let served: Exchange[] = [];
  for (const { exchange, remaining } of history.reported) {
    const [first] = served;
    // Of concurrent requests, it is not known which was counted first.
    if (remaining > 0) served = [];
    else if (first === undefined || exchange.sentAt >= first.receivedAt) served.push(exchange);
    if (first === undefined || served.length < 3) continue;
    const last = served.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a));
    const min = served.length - 1;
    const max = 1 + maxFreedBetween(history, first, last);
    if (min < max || mayBeChunked(history, { first, last, min, max: maxCountedBetween(history, first, last) }))
      continue;
    return fails({
      expected: `429 once X-RateLimit-Remaining was 0: at most ${Math.floor(max)} requests can have been given back`,
      actual: `${served.length} served in ${seconds(spanMs(first, last))} with X-RateLimit-Remaining: 0`,
      exchanges: served.map(({ index }) => index),
    });
  }
  return undefined;
}
