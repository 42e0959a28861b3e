/**
 * How many requests were given back to a token bucket between two exchanges (§8), as `X-RateLimit-Remaining` and 429s
 * show it. `chunks.ts` finds the sizes of chunks that fit this.
 *
 * Example: a response reports 60, a second request is served, and the response to a third reports 59. The last two
 * requests were taken from the bucket, and the value fell by 1: so 1 was given back.
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

/**
 * What was given back from each request to the next. Steps in which the bucket may have been full are left out, since a full bucket hides the
 * amount.
 */
export const freedInSteps = (history: History): readonly Freed[] =>
  stepsOf(history)
    .filter((step) => step.remaining.last + maxFall(history, step) < history.limit)
    .map((step) => ({
      first: step.first,
      last: step.last,
      min: minFreed(step),
      max: maxTakenBetween(history, step.first, step.last) - 1 - fallOf(step),
    }));

/**
 * Adds up consecutive steps: for each step, the sum from the beginning of its uninterrupted series to it. The sum of
 * small amounts may exclude a size of chunk that fits each amount alone.
 */
export function runningSums(steps: readonly Freed[]): readonly Freed[] {
  let sum: Freed | undefined;
  return steps.map((step) => {
    sum =
      sum === undefined || sum.last !== step.first
        ? step
        : { first: sum.first, last: step.last, min: sum.min + step.min, max: sum.max + step.max };
    return sum;
  });
}

/** How many requests may have been taken, both included. A token bucket takes none for a request that it rejects. */
const maxTakenBetween = (history: History, first: Exchange, last: Exchange) =>
  maxCountedBetween(history, first, last) - rejectedIn(history).maxWithin(sending(first), receipt(last));

const rejectedIn = oncePerHistory(({ exchanges }) => new Timeline(exchanges.filter(isExhausted)));

/**
 * At a 429 nothing remains: so no more was given back since the last served request than was taken since then. Example:
 * a request is served, five others are sent, and then one is answered 429: at most 6 were given back.
 */
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
