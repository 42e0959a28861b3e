/**
 * §8: the limit is per minute, so a window is reset at most once a minute, and a timer adds c requests to a bucket at
 * most once in c × window / limit.
 *
 * Example, 100 in 60 s: `remaining` goes from 20 to 99. Neither gradual refilling nor expiry explains that, so the
 * window was reset. Ten seconds later `remaining` goes from 70 to 99: a second reset in less than a window, which
 * fails.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import {
  maxCountedBetween,
  maxFreedBetween,
  maxRefilledBetween,
  maxRemainingByExpiry,
  minBetweenChunksMs,
} from "./refill-bounds.ts";
import { fallOf, type RemainingChange, type Step } from "./remaining-steps.ts";
import { isExhausted } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";

/**
 * The window may have been reset in between: no more is missing from the limit than the requests since `first`.
 * Example: with one request between `first` and `last`, three may be missing, so a rise to 97 of 100 may be a reset,
 * and a rise to 96 cannot be. `ofOthers`: how many requests of other organizations may count, too.
 */
export const mayHaveReset = (history: History, { first, last, remaining }: RemainingChange, ofOthers = 0) =>
  remaining.last >= history.limit - maxCountedBetween(history, first, last) - ofOthers;

/** `remaining` rose by more than refilling or expiry explains, since `first` or since the last 429, when it was 0. */
export function isCertainReset(history: History, step: Step): boolean {
  const maxFreed =
    step.remaining.last > maxRemainingByExpiry(history, step.last) ? maxRefilledBetween : maxFreedBetween;
  return [step, sinceLast429OfKeyAndEndpoint(history, step)].some(
    ({ first, last, remaining }) => remaining.last - remaining.first > maxFreed(history, first, last) + 1,
  );
}

/**
 * The part of a step after the last 429 to the same key at the same endpoint, at which nothing remained; the whole step
 * if there is none. A 429 to another key or endpoint is not used: it may be of another counter, which other laws judge.
 */
export function sinceLast429OfKeyAndEndpoint(history: History, step: Step): Step {
  const { last, remaining, between } = step;
  const at = between.findLastIndex(
    (exchange) =>
      exchange.credential === last.credential &&
      exchange.operation === last.operation &&
      isExhausted(exchange) &&
      mayBeUsedUp(history, step, exchange) &&
      exchange.receivedAt <= last.sentAt,
  );
  const first = between[at];
  if (first === undefined) return step;
  return { first, last, remaining: { first: 0, last: remaining.last }, between: between.slice(at + 1) };
}

/**
 * Everything that remained at the beginning of the step may have been used before this 429. If not, the 429 came too early, whatever it
 * reports: it shows nothing of the window. Example: 61 remain, three requests are sent, the third is answered 429, and the next reports 58.
 */
const mayBeUsedUp = (history: History, { first, remaining }: Step, rejected: Exchange) =>
  maxCountedBetween(history, first, rejected) >= remaining.first;

/** How far `remaining` rose: from 0, if the change begins with a rejection or below 0, since a window gives back no more than the limit. */
const riseOf = ({ first, remaining }: RemainingChange) =>
  remaining.last - (isExhausted(first) ? 0 : Math.max(0, remaining.first));

/**
 * The part of the step after its last 429, since a reset comes after a 429. Leaves out 429s that came too early, and those after which
 * another whole limit may have been used. The whole step if there is no other.
 */
export function sinceLast429(history: History, step: Step): RemainingChange {
  const rejected = step.between.findLast(
    (exchange) =>
      isExhausted(exchange) &&
      maxCountedBetween(history, exchange, step.last) < history.limit &&
      mayBeUsedUp(history, step, exchange) &&
      !isBelowLimit(history, exchange),
  );
  return { ...step, first: rejected ?? step.first };
}

/** The steps in which `remaining` did not fall, although a request was counted. */
export const possibleResets = (history: History, steps: readonly Step[]): readonly RemainingChange[] =>
  steps
    .filter((step) => fallOf(step) <= 0 && hasNoConcurrent(history, step.first))
    .map((step) => sinceLast429(history, step));

/** Two resets that follow each other too soon. */
export interface EarlyReset {
  readonly earlier: RemainingChange;
  readonly later: RemainingChange;
  /** How far `remaining` rose at the certain reset, and how many ms no other reset may come before or after it. */
  readonly rise: number;
  readonly minBetweenMs: number;
}

/**
 * `certain`: rises that neither gradual refilling nor expiry explains (`isCertainReset`). They show that this limiter gives
 * back chunks at least as large as the rise, and nothing in between. So each `possible` reset is a reset, too.
 */
export function findEarlyReset(
  history: History,
  certain: readonly RemainingChange[],
  possible: readonly RemainingChange[],
): EarlyReset | undefined {
  for (const reset of certain) {
    const rise = riseOf(reset);
    const minBetweenMs = minBetweenChunksMs(history, rise);
    for (const other of [...certain, ...possible]) {
      const [earlier, later] = reset.first.sentAt <= other.first.sentAt ? [reset, other] : [other, reset];
      const isTooSoon = spanMs(earlier.first, later.last) < minBetweenMs;
      if (isTooSoon && areApart(earlier, later)) return { earlier, later, rise, minBetweenMs };
    }
  }
  return undefined;
}

/** The later change began after the end of the earlier one, so they are not the same reset. */
const areApart = (earlier: RemainingChange, later: RemainingChange) =>
  earlier !== later && (earlier.last.receivedAt <= later.first.sentAt || earlier.last === later.first);

/** One of the two is not a reset, but one request too many: it was served although nothing remained. */
export const servedTooManyIn = ({ earlier, later }: EarlyReset): RemainingChange | undefined =>
  [earlier, later].find(
    ({ first, last, remaining }) => first.isSuccess && last.isSuccess && remaining.first === 0 && remaining.last === 0,
  );

export function judgeResets(
  history: History,
  certain: readonly RemainingChange[],
  possible: readonly RemainingChange[],
): Fail | undefined {
  const found = findEarlyReset(history, certain, possible);
  if (found === undefined) return undefined;
  const { earlier, later, rise, minBetweenMs } = found;
  const exchanges = [earlier.first, earlier.last, later.first, later.last].map(({ index }) => index);
  const tooMany = servedTooManyIn(found);
  if (tooMany !== undefined)
    return fails({
      expected: "429 once X-RateLimit-Remaining was 0, until the window is reset",
      actual: `${tooMany.last.status} after X-RateLimit-Remaining: 0, ${seconds(spanMs(earlier.first, later.last))} ${tooMany === earlier ? "before" : "after"} the window was reset: is one request more than the limit served?`,
      exchanges,
    });
  const change = ({ remaining }: RemainingChange) => `from ${remaining.first} to ${remaining.last}`;
  return fails({
    expected: `one reset of the window, by ${rise}, in ${seconds(minBetweenMs)}, as for a limit of ${history.limit} in ${history.windowMs / 1000} s`,
    actual: `the window was reset twice in ${seconds(spanMs(earlier.first, later.last))}: X-RateLimit-Remaining went ${change(earlier)}, and ${change(later)}`,
    exchanges,
  });
}
