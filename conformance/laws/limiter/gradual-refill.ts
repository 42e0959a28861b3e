/**
 * How likely it is that a limiter that gives requests back gradually (§8) gave one back between two exchanges, although nothing
 * shows of it before: a token bucket, or a sliding counter, which forgets its last window bit by bit.
 *
 * Example, 100 in 60 s: the limit is used up in 6 s, and in half of this time the value falls by one for each request. A bucket
 * refills about five in that half; that it refills none is 1 in 150. That it refills one in the 50 ms after the last remaining
 * request is 1 in 12; both are 1 in 1800.
 */
import { maxChance } from "./given-back-meanwhile.ts";
import type { History } from "./history.ts";
import { fallOf, hasGivenBackBefore, maxFall, type Step, stepsOf } from "./remaining-steps.ts";
import { endOf, type Span, spanMs, startOf } from "./timeline.ts";

/** Whether it is unlikely (`maxChance`) that such a limiter gave a request back in the span. False if one was given back in the window before it. */
export function isRefillUnlikely(history: History, span: Span): boolean {
  if (hasGivenBackBefore(history, span.first)) return false;
  const steps = stepsWithoutRefill(history, span);
  return (
    chanceOfRefill(history.refillPerMs, span, steps) <= maxChance && chanceOfCounter(history, span, steps) <= maxChance
  );
}

/** The steps of the window before, in which the value fell by all requests: nothing was given back. */
const stepsWithoutRefill = (history: History, { first }: Span): readonly Step[] =>
  stepsOf(history).filter(
    (step) =>
      step.first.sentAt > first.sentAt - history.windowMs &&
      step.last.receivedAt <= first.receivedAt &&
      fallOf(step) === maxFall(history, step),
  );

/** How likely it is that requests given back at this rate, at any time, came in the span, and in none of the steps. */
function chanceOfRefill(perMs: number, { first, last }: Span, steps: readonly Step[]): number {
  const ms = steps.reduce((sum, step) => sum + lengthMs(step), 0);
  return Math.min(1, perMs * spanMs(first, last)) * Math.exp(-perMs * ms);
}

const lengthMs = ({ first, last }: Step) => Math.min(last.sentAt - first.sentAt, last.receivedAt - first.receivedAt);

/**
 * The same chance for a sliding counter, which gives back in each window what it counted in the previous one. It is not known when its
 * window began, so this is the mean for all possible beginnings.
 */
function chanceOfCounter(history: History, span: Span, steps: readonly Step[]): number {
  const { exchanges, windowMs, possiblyCounted } = history;
  const starts = exchanges
    .map(({ receivedAt }) => receivedAt)
    .filter((time) => time > span.last.receivedAt - windowMs && time <= span.last.receivedAt)
    .toSorted((a, b) => a - b);
  return starts.reduce((sum, start, at) => {
    const until = starts[at + 1] ?? start;
    const previous = possiblyCounted.maxWithin(startOf(start - windowMs), endOf(until));
    const later = steps.filter(({ first }) => first.sentAt >= until);
    return sum + ((until - start) / windowMs) * chanceOfRefill(previous / windowMs, span, later);
  }, 0);
}
