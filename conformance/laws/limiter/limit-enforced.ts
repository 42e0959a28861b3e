/** §8: the limit is 100 requests per minute, or what the target declares: no limiter of that limit serves more. */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails, holds, notApplicable } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { servedAfterCountdown } from "./countdown.ts";
import { type History, is429, isCertainlyCounted, type Reported } from "./history.ts";
import { servedBeyondRemaining } from "./overrun.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { stepsOf } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { mayHaveReset, minBetweenResetsMs } from "./window-resets.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const limitEnforced: SequenceLaw = {
  id: "limit.refused-when-exceeded",
  clause: "limit.standard",
  claim: "No more requests are served than the limit allows",
  needs: { limitExceeded: true },
  judge: worstOfHistories(
    (history) =>
      servedTooMany(history) ??
      reportedTooMany(history) ??
      servedAtZero(history) ??
      servedAfterCountdown(history) ??
      servedBeyondRemaining(history) ??
      (history.exchanges.some(is429) ? holds : notApplicable),
  ),
};

/** More than the limit and a refill without a reset of the window; or more than two limits and a refill within a window. */
function servedTooMany(history: History): Fail | undefined {
  const served = history.exchanges.filter(isCertainlyCounted);
  const isResetVisible = history.reported.length === served.length;
  return (
    (isResetVisible ? moreThan(history.limit, history, served, resetsOf(history)) : undefined) ??
    moreThan(2 * history.limit, history, served, (from, until) => until - from.sentAt >= minBetweenResetsMs(history))
  );
}

/** Whether the window may have been reset from an exchange to a later time, in milliseconds since the epoch. */
type MayHaveReset = (from: Exchange, until: number) => boolean;

/** Must be asked for exchanges in their order. */
function resetsOf(history: History): MayHaveReset {
  const resets = stepsOf(history).filter((step) => mayHaveReset(history, step));
  let next = 0;
  return (from, until) => {
    while ((resets[next]?.last.receivedAt ?? Number.POSITIVE_INFINITY) <= from.sentAt) next += 1;
    return (resets[next]?.first.sentAt ?? Number.POSITIVE_INFINITY) < until;
  };
}

/** Finds more served requests than `max` and what may have been refilled, from one of them on without a reset. */
function moreThan(
  max: number,
  { refillPerMs }: History,
  served: readonly Exchange[],
  mayHaveResetSince: MayHaveReset,
): Fail | undefined {
  /** Where to begin to count: `credit` is its position less the refill until then. The smaller, the more is found from it. */
  const starts: { readonly exchange: Exchange; readonly position: number; readonly credit: number }[] = [];
  let until = 0;
  for (const [position, exchange] of served.entries()) {
    until = Math.max(until, exchange.receivedAt);
    const credit = position - refillPerMs * exchange.sentAt;
    while ((starts.at(-1)?.credit ?? Number.NEGATIVE_INFINITY) >= credit) starts.pop();
    starts.push({ exchange, position, credit });
    while (starts[0] !== undefined && mayHaveResetSince(starts[0].exchange, until)) starts.shift();
    const [start] = starts;
    if (start === undefined) continue;
    const count = position - start.position + 1;
    const elapsedMs = until - start.exchange.sentAt;
    const allowed = max + 1 + refillPerMs * elapsedMs;
    if (count <= allowed) continue;
    return fails({
      expected: `at most ${Math.floor(allowed)} requests served in ${seconds(elapsedMs)}`,
      actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(exchange) ?? "absent"}`,
      exchanges: [start.exchange.index, exchange.index],
    });
  }
  return undefined;
}

/** Reported before counting it lies between 1 and the limit, after counting between 0 and the limit less one. */
function reportedTooMany({ reported, limit }: History): Fail | undefined {
  const sorted = [...reported].sort((a, b) => a.remaining - b.remaining);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined || max.remaining - min.remaining < limit) return undefined;
  return fails({
    expected: `${limit} requests served from a full limit to an exhausted one`,
    actual: `${max.remaining - min.remaining + 1}: one was served with X-RateLimit-Remaining: ${max.remaining}, and one with ${min.remaining}`,
    exchanges: [max.exchange.index, min.exchange.index],
  });
}

/** More served with nothing remaining than can have been given back. */
function servedAtZero(history: History): Fail | undefined {
  let served: Reported[] = [];
  for (const reported of history.reported) {
    served = reported.remaining > 0 ? [] : [...served, reported];
    const [first] = served;
    if (first === undefined) continue;
    // Of concurrent requests, the last that was sent need not be the last that was served.
    const last = served.reduce((a, b) => (b.exchange.receivedAt > a.exchange.receivedAt ? b : a));
    const freed = maxFreedBetween(history, first.exchange, last.exchange);
    if (served.length < 2 + freed) continue;
    return fails({
      expected: `429 once X-RateLimit-Remaining was 0: at most ${Math.floor(1 + freed)} requests can have been given back`,
      actual: `${served.length} served in ${seconds(spanMs(first.exchange, last.exchange))} with X-RateLimit-Remaining: ${reported.remaining}`,
      exchanges: served.map(({ exchange }) => exchange.index),
    });
  }
  return undefined;
}
