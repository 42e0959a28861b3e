/** When the window was reset, or may have been, and how often it may be (§8: per minute). */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { type History, hasNoConcurrent, is429, isKey429 } from "./history.ts";
import { maxCountedBetween, maxFreedBetween } from "./refill-bounds.ts";
import { type Change, fallOf, type Step } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";

/** The window is reset at most once in this time, in milliseconds. */
export const minBetweenResetsMs = ({ windowMs }: History) => windowMs - Math.min(1200, 0.12 * windowMs);

/** The window may have been reset in between, whether or not it shows: after a reset all remains but what was counted since. */
export const mayHaveReset = (history: History, { first, last, remaining }: Change) =>
  remaining.last >= history.limit - maxCountedBetween(history, first, last);

/** It rose by more than a refill explains, since it was reported or since nothing remained. */
export function isReset(history: History, { first, last, remaining, between }: Step): boolean {
  const rejected = between.findLast(
    (exchange) => exchange.credential === last.credential && is429(exchange) && exchange.receivedAt <= last.sentAt,
  );
  const isRise = (since: Exchange, before: number) =>
    remaining.last - before > maxFreedBetween(history, since, last) + 1;
  return isRise(first, remaining.first) || (rejected !== undefined && isRise(rejected, 0));
}

/** The reset came after the last 429 that too few requests follow to have used up a new window. */
export function narrowed(history: History, step: Step): Change {
  const rejected = step.between.findLast(
    (exchange) => isKey429(exchange) && maxCountedBetween(history, exchange, step.last) < history.limit,
  );
  return { ...step, first: rejected ?? step.first };
}

/** Steps without a fall, although a request was counted. */
export const possibleResets = (history: History, steps: readonly Step[]): readonly Change[] =>
  steps
    .filter((step) => fallOf(step) <= 0 && hasNoConcurrent(history, step.first))
    .map((step) => narrowed(history, step));

/**
 * `certain` are resets that neither refilling nor a sliding window explains. So these windows are fixed, and within a fixed
 * window nothing is given back: every possible reset is one.
 */
export function judgeResets(
  history: History,
  certain: readonly Change[],
  possible: readonly Change[],
): Fail | undefined {
  for (const reset of certain) {
    for (const other of [...certain, ...possible]) {
      const [earlier, later] = reset.first.sentAt <= other.first.sentAt ? [reset, other] : [other, reset];
      const isApart = earlier.last.receivedAt <= later.first.sentAt || earlier.last === later.first;
      if (!isApart || earlier === later || spanMs(earlier.first, later.last) >= minBetweenResetsMs(history)) continue;
      const change = ({ remaining }: Change) => `from ${remaining.first} to ${remaining.last}`;
      return fails({
        expected: `at most one reset of the window in ${history.windowMs / 1000} s`,
        actual: `X-RateLimit-Remaining went ${change(earlier)} and ${change(later)} within ${seconds(spanMs(earlier.first, later.last))}`,
        exchanges: [earlier.first, earlier.last, later.first, later.last].map(({ index }) => index),
      });
    }
  }
  return undefined;
}
