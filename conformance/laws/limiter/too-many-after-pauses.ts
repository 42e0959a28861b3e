/**
 * §8: after a window without requests no more are served than the limit, and those that are refilled meanwhile.
 *
 * Example, 20 in 10 s: after 11 s without requests, 31 are served in 0.2 s. All that a limiter forgets was forgotten
 * before, so only a timer can have given more back just then, such as one that begins a window every 10 s. If it happens
 * again 23 s later, no such timer explains both.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { mayShareTimer } from "./chunks.ts";
import { clockToleranceMs, type History } from "./history.ts";
import { isCertainlyCounted } from "./single-exchange.ts";
import { type Span, seconds, spanMs, startOf } from "./timeline.ts";

/**
 * An overrun is looked for within this share of the window: in a longer time, a timer whose period is none of `timerPeriodsMs` is too likely to
 * fire by chance.
 */
const maxShare = 1 / 20;

interface Overrun extends Span {
  readonly served: number;
}

export function servedTooManyAfterPauses(history: History): Fail | undefined {
  const [first, ...others] = overrunsAfterPauses(history);
  if (first === undefined) return undefined;
  const later = others.find((overrun) => !mayBeOfOneTimer(history, first, overrun));
  if (later === undefined) return undefined;
  return fails({
    expected: `after ${history.windowMs / 1000} s without requests, at most ${history.limit} served, and those that are refilled meanwhile`,
    actual: [first, later].map(describe).join(", and "),
    exchanges: [first, later].flatMap((overrun) => [overrun.first.index, overrun.last.index]),
  });
}

const describe = ({ first, last, served }: Overrun) => `${served} served in ${seconds(spanMs(first, last))}`;

const mayBeOfOneTimer = (history: History, earlier: Overrun, later: Overrun) =>
  timerPeriodsMs(history).some(
    (periodMs) =>
      mayRefill(history, earlier, periodMs) &&
      mayRefill(history, later, periodMs) &&
      mayShareTimer(earlier, later, periodMs),
  );

/** A timer of this period may have given back all that were served beyond the limit. A fraction may have been left before. */
function mayRefill({ limit, refillPerMs }: History, { first, last, served }: Overrun, periodMs: number): boolean {
  const maxTimes = Math.floor(spanMs(first, last) / periodMs) + 1;
  return maxTimes * periodMs * refillPerMs >= served - limit - 1;
}

/** The timers that limiters have: they give back a whole number of requests, come in whole seconds, or divide the window. */
function timerPeriodsMs({ limit, windowMs, refillPerMs }: History): readonly number[] {
  const upTo = (max: number) => Array.from({ length: Math.floor(max) }, (_, at) => at + 1);
  return [
    ...upTo(limit).flatMap((count) => [count / refillPerMs, windowMs / count]),
    ...upTo(windowMs / 1000).map((seconds) => seconds * 1000),
  ];
}

/** For each pause, the requests after it, up to the one at which the served requests exceed the limit and the refilled ones by the most. */
function overrunsAfterPauses(history: History): readonly Overrun[] {
  const served = history.exchanges.filter(isCertainlyCounted);
  return served.flatMap((first, at) => (isAfterPause(history, first) ? overrunFrom(history, served.slice(at)) : []));
}

/** In a window before it, nobody sent anything that a limiter may remember. */
function isAfterPause(history: History, { sentAt, index }: Exchange): boolean {
  const from = sentAt - history.windowMs - clockToleranceMs(history);
  return (
    from >= history.runStartedAt &&
    history.possiblyCounted.maxWithin(startOf(from), { time: sentAt, index: index - 1 }) === 0
  );
}

function overrunFrom(history: History, served: readonly Exchange[]): readonly Overrun[] {
  const [first] = served;
  if (first === undefined) return [];
  let largest: Overrun | undefined;
  let maxExcess = 1;
  for (const [at, last] of served.entries()) {
    if (spanMs(first, last) > history.windowMs * maxShare) break;
    const excess = at + 1 - history.limit - history.refillPerMs * spanMs(first, last);
    if (excess > maxExcess) [maxExcess, largest] = [excess, { first, last, served: at + 1 }];
  }
  return largest === undefined ? [] : [largest];
}
