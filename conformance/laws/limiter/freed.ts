/**
 * How many requests a bucket was given back between two exchanges (§8), as `X-RateLimit-Remaining` and 429s show it.
 * `chunks.ts` finds the sizes of chunks that fit this.
 */
import type { Exchange } from "../../model/exchange.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { fallOf, maxFall, minFreed, stepsOf } from "./remaining-steps.ts";
import { isCertainlyCounted, isExhausted } from "./single-exchange.ts";
import { receipt, sending, Timeline } from "./timeline.ts";

/** How many requests were given back between two exchanges, at least and at most. */
export interface Freed {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly min: number;
  readonly max: number;
}

/** From each request to the next, except where the bucket may have been full: what a full bucket was given does not show. */
export const freedInSteps = (history: History): readonly Freed[] =>
  stepsOf(history)
    .filter((step) => step.remaining.last + maxFall(history, step) < history.limit)
    .map((step) => ({
      first: step.first,
      last: step.last,
      min: minFreed(step),
      max: maxTakenBetween(history, step.first, step.last) - 1 - fallOf(step),
    }));

/** Consecutive steps added up: from the first of them to each. */
export function cumulated(steps: readonly Freed[]): readonly Freed[] {
  let sum: Freed | undefined;
  return steps.map((step) => {
    sum =
      sum === undefined || sum.last !== step.first
        ? step
        : { first: sum.first, last: step.last, min: sum.min + step.min, max: sum.max + step.max };
    return sum;
  });
}

/**
 * Requests that may have been taken from the bucket, both included: a token bucket is not charged for what it rejects.
 */
const maxTakenBetween = (history: History, first: Exchange, last: Exchange) =>
  maxCountedBetween(history, first, last) - rejectedIn(history).within(sending(first), receipt(last));

const rejectedIn = oncePerHistory(({ exchanges }) => new Timeline(exchanges.filter(isExhausted)));

/** Where a request was rejected, everything given back since one was served had been used up. */
export function freedWhileRejected(history: History): readonly Freed[] {
  const all: Freed[] = [];
  let served: Exchange | undefined;
  for (const exchange of history.exchanges) {
    if (isCertainlyCounted(exchange)) served = exchange;
    if (served === undefined || !isExhausted(exchange)) continue;
    const max = maxTakenBetween(history, served, exchange);
    if (max < history.limit) all.push({ first: served, last: exchange, min: 0, max });
  }
  return all;
}
