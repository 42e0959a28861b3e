/** When the window was reset, or a bucket filled in a chunk, and how often that may be (§8: per minute). */
import { type Fail, fails } from "../../model/verdict.ts";
import { type History, hasNoConcurrent, isExhausted } from "./history.ts";
import {
  maxByExpiry,
  maxCountedBetween,
  maxFreedBetween,
  maxRefilledBetween,
  minBetweenChunksMs,
} from "./refill-bounds.ts";
import { type Change, fallOf, type Step } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";

/** The window may have been reset in between, whether or not it shows: no more is missing than was counted since. */
export const mayHaveReset = (history: History, { first, last, remaining }: Change) =>
  remaining.last >= history.limit - maxCountedBetween(history, first, last);

/** It rose by more than a refill explains, since it was reported or since nothing remained. */
export function isReset(history: History, step: Step): boolean {
  const maxFreed = step.remaining.last > maxByExpiry(history, step.last) ? maxRefilledBetween : maxFreedBetween;
  return [step, sinceRejected(step)].some(
    ({ first, last, remaining }) => remaining.last - remaining.first > maxFreed(history, first, last) + 1,
  );
}

/** The part of a step that follows the last 429 of the same key: then nothing remained. */
export function sinceRejected(step: Step): Step {
  const { last, remaining, between } = step;
  const at = between.findLastIndex(
    (exchange) =>
      exchange.credential === last.credential && isExhausted(exchange) && exchange.receivedAt <= last.sentAt,
  );
  const first = between[at];
  if (first === undefined) return step;
  return { first, last, remaining: { first: 0, last: remaining.last }, between: between.slice(at + 1) };
}

/** How far it rose, since it was reported or since nothing remained. */
const riseOf = ({ first, remaining }: Change) => remaining.last - (isExhausted(first) ? 0 : remaining.first);

/** The reset came after the last 429 that too few requests follow to have used up a new window. */
export function narrowed(history: History, step: Step): Change {
  const rejected = step.between.findLast(
    (exchange) => isExhausted(exchange) && maxCountedBetween(history, exchange, step.last) < history.limit,
  );
  return { ...step, first: rejected ?? step.first };
}

/** Steps without a fall, although a request was counted. */
export const possibleResets = (history: History, steps: readonly Step[]): readonly Change[] =>
  steps
    .filter((step) => fallOf(step) <= 0 && hasNoConcurrent(history, step.first))
    .map((step) => narrowed(history, step));

/** Two resets within less than a window. */
export interface EarlyReset {
  readonly earlier: Change;
  readonly later: Change;
  /** How far it rose, and how long after that no other reset may come, in milliseconds. */
  readonly rise: number;
  readonly minBetweenMs: number;
}

/**
 * `certain` are rises that neither refilling nor a sliding window explains. So this limiter gives back in chunks, as large as
 * the rise at least, and nothing in between: every possible reset is one.
 */
export function findEarlyReset(
  history: History,
  certain: readonly Change[],
  possible: readonly Change[],
): EarlyReset | undefined {
  for (const reset of certain) {
    for (const other of [...certain, ...possible]) {
      const [earlier, later] = reset.first.sentAt <= other.first.sentAt ? [reset, other] : [other, reset];
      const isApart = earlier.last.receivedAt <= later.first.sentAt || earlier.last === later.first;
      if (!isApart || earlier === later) continue;
      const rise = riseOf(reset);
      const minBetweenMs = minBetweenChunksMs(history, rise);
      if (spanMs(earlier.first, later.last) < minBetweenMs) return { earlier, later, rise, minBetweenMs };
    }
  }
  return undefined;
}

export function judgeResets(
  history: History,
  certain: readonly Change[],
  possible: readonly Change[],
): Fail | undefined {
  const found = findEarlyReset(history, certain, possible);
  if (found === undefined) return undefined;
  const { earlier, later, rise, minBetweenMs } = found;
  const change = ({ remaining }: Change) => `from ${remaining.first} to ${remaining.last}`;
  return fails({
    expected: `one reset of the window, by ${rise}, in ${seconds(minBetweenMs)}, as for a limit of ${history.limit} in ${history.windowMs / 1000} s`,
    actual: `the window was reset twice in ${seconds(spanMs(earlier.first, later.last))}: X-RateLimit-Remaining went ${change(earlier)}, and ${change(later)}`,
    exchanges: [earlier.first, earlier.last, later.first, later.last].map(({ index }) => index),
  });
}
