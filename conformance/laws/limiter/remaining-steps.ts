/**
 * How `X-RateLimit-Remaining` changes from one response to the next (§8).
 *
 * Example: a response reports 60, two other requests are sent, and the next response reports 59. The value fell by 1.
 * It may fall by 3, one for each request (`maxFall`). If all three certainly count, at least 2 were given back
 * meanwhile (`minFreed`).
 */
import type { Exchange } from "../../model/exchange.ts";
import { urlWithoutQuery } from "../../model/path-of.ts";
import type { History, Reported } from "./history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { isCertainlyCounted, isGet } from "./single-exchange.ts";
import { answeredBetween, type Interval } from "./timeline.ts";

/** What two certainly counted requests reported as remaining. */
export interface RemainingChange {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly remaining: { readonly first: number; readonly last: number };
}

/** From one certainly counted request to the next one that was sent after its answer. */
export interface Step extends RemainingChange, Interval {}

export const fallOf = ({ remaining }: RemainingChange) => remaining.first - remaining.last;

/** `fell by 4, from 5 to 1`. */
export function describeChange(change: RemainingChange): string {
  const { first, last } = change.remaining;
  const fall = fallOf(change);
  if (fall === 0) return `stayed at ${first}`;
  return `${fall > 0 ? "fell" : "rose"} by ${Math.abs(fall)}, from ${first} to ${last}`;
}

/** How far `remaining` may fall at most: each request that may have been counted takes one. */
export const maxFall = (history: History, { first, last }: RemainingChange) =>
  maxCountedBetween(history, first, last) - 1;

/** How many requests were given back, at least: the certainly counted ones (with `last`), less the fall. */
export const minFreed = (step: Step) => 1 + answeredBetween(step).filter(isCertainlyCounted).length - fallOf(step);

/** The steps between certainly counted requests; with `isIncluded`, between those for which it is true. */
export function stepsOf(history: History, isIncluded: (exchange: Exchange) => boolean = () => true): readonly Step[] {
  const steps: Step[] = [];
  let from: Reported | undefined;
  for (const to of history.reported) {
    if (!isIncluded(to.exchange)) continue;
    if (from !== undefined && from.exchange.receivedAt > to.exchange.sentAt) continue;
    if (from !== undefined) {
      steps.push({
        first: from.exchange,
        last: to.exchange,
        remaining: { first: from.remaining, last: to.remaining },
        between: history.exchanges.slice(from.position + 1, to.position),
      });
    }
    from = to;
  }
  return steps;
}

/**
 * Whether `remaining` shows that a request was given back in the window before an exchange. A step that begins before that window counts if it
 * ends in it, and the limit was not full then.
 */
export const hasGivenBackBefore = (history: History, exchange: Exchange): boolean =>
  stepsOf(history).some((step) => {
    const begin = step.remaining.last < history.limit - 2 ? step.last.receivedAt : step.first.sentAt;
    return (
      begin > exchange.sentAt - history.windowMs && step.last.receivedAt <= exchange.receivedAt && minFreed(step) > 0
    );
  });

/**
 * The steps of each key's requests of one operation to one path: a limiter that wrongly has several buckets still counts these in
 * one. Requests to paths that are no endpoint's, or another spelling of one, are left out: it may count them elsewhere.
 */
export const stepsByKeyAndPath = (history: History): readonly (readonly Step[])[] =>
  stepsBy(history, (exchange) => `${keyAndOperationOf(exchange)} ${urlWithoutQuery(exchange)}`);

/** The steps of each key's reads of one endpoint, if there are reads of several of its paths, such as `/v1/products/{id}`. */
export const stepsOfSeveralPaths = (history: History): readonly (readonly Step[])[] =>
  stepsBy(history, keyAndOperationOf).filter(
    ([first, ...others]) =>
      first !== undefined &&
      isGet(first.first) &&
      others.some(({ last }) => urlWithoutQuery(last) !== urlWithoutQuery(first.first)),
  );

function stepsBy(history: History, bucketOf: (exchange: Exchange) => string): readonly (readonly Step[])[] {
  const buckets = new Map(
    history.reported.flatMap(({ exchange }) =>
      exchange.operation === undefined ? [] : [[exchange, bucketOf(exchange)] as const],
    ),
  );
  return [...new Set(buckets.values())].map((bucket) =>
    stepsOf(history, (exchange) => buckets.get(exchange) === bucket),
  );
}

const keyAndOperationOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

/** The steps of each key's reads of one path. */
export const stepsOfReads = (history: History): readonly (readonly Step[])[] =>
  stepsByKeyAndPath(history).filter(([step]) => step !== undefined && isGet(step.first));
