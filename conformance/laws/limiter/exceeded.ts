/** §8: the limit is 100 requests per minute, or what the target declares: no limiter of that limit serves more. */
import { holds, notApplicable, type SequenceJudgement, type SequenceLaw } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { remainingOf } from "../rate-limit-headers.ts";
import { type History, isRefused, isSure, span, type Told } from "./history.ts";
import { freedBetween, leastBetweenTurns } from "./release.ts";
import { mayTurn, stepsOf } from "./steps.ts";
import { forEachHistory, seconds } from "./verdicts.ts";

export const refusedWhenExceeded: SequenceLaw = {
  isLimiter: true,
  id: "limit.refused-when-exceeded",
  clause: "limit.standard",
  claim: "No more requests are served than the limit allows",
  judge: forEachHistory(
    (history) =>
      servedTooMany(history) ??
      toldTooMany(history) ??
      servedAtZero(history) ??
      (history.exchanges.some(isRefused) ? holds : notApplicable),
  ),
};

/** More than the limit and a refill while no window turned; or more than two limits and a refill within a window. */
function servedTooMany(history: History): SequenceJudgement | undefined {
  const served = history.exchanges.filter(isSure);
  const tellsAll = history.told.length === served.length;
  const turns = stepsOf(history).filter((step) => mayTurn(history, step));
  return (
    (tellsAll
      ? tooManyOver(
          history,
          served,
          history.limit,
          turnsAt(
            served,
            turns.map(({ to }) => to),
          ),
        )
      : undefined) ??
    tooManyOver(history, served, 2 * history.limit, (from, to) => span(from, to) >= leastBetweenTurns(history))
  );
}

/** Whether one of the turns may lie between two exchanges. */
function turnsAt(served: readonly Exchange[], turns: readonly Exchange[]): (from: Exchange, to: Exchange) => boolean {
  const turned = new Set(turns);
  const before = new Map<Exchange, number>();
  let count = 0;
  for (const one of served) {
    if (turned.has(one)) count += 1;
    before.set(one, count);
  }
  return (from, to) => before.get(from) !== before.get(to);
}

/** Finds served requests, more than `most` and what may have been refilled, from one on that is not `isParted` from the last. */
function tooManyOver(
  { rate }: History,
  served: readonly Exchange[],
  most: number,
  isParted: (from: Exchange, to: Exchange) => boolean,
): SequenceJudgement | undefined {
  /** Starts, those that leave most room last; each one's place less the refill until it was sent. */
  const starts: { readonly one: Exchange; readonly at: number; readonly room: number }[] = [];
  let head = 0;
  for (const [at, last] of served.entries()) {
    const room = at - rate * last.sentAt;
    while (starts.length > head && (starts.at(-1)?.room ?? 0) >= room) starts.pop();
    starts.push({ one: last, at, room });
    for (let first = starts[head]; first !== undefined && isParted(first.one, last); first = starts[head]) head += 1;
    const first = starts[head];
    if (first === undefined) continue;
    const allowed = most + 1 + rate * span(first.one, last);
    const count = at - first.at + 1;
    if (count <= allowed) continue;
    return {
      verdict: "fail",
      expected: `at most ${Math.floor(allowed)} requests served in ${seconds(span(first.one, last))}`,
      actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(last) ?? "not told"}`,
      exchanges: [first.one.index, last.index],
    };
  }
  return undefined;
}

/** What is told before counting lies between 1 and the limit, what is told after it between 0 and the limit less one. */
function toldTooMany(history: History): SequenceJudgement | undefined {
  const sorted = [...history.told].sort((a, b) => a.remaining - b.remaining);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || most.remaining - least.remaining < history.limit) return undefined;
  const count = most.remaining - least.remaining + 1;
  return {
    verdict: "fail",
    expected: `${history.limit} requests served from a full limit to an empty one`,
    actual: `${count}: one was served that was told ${most.remaining} left, and one that was told ${least.remaining}`,
    exchanges: [most.exchange.index, least.exchange.index],
  };
}

/** More served with nothing left than can have come free. */
function servedAtZero(history: History): SequenceJudgement | undefined {
  let empty: Told[] = [];
  for (const told of history.told) {
    if (told.remaining > 0) {
      empty = [];
      continue;
    }
    empty.push(told);
    const [first] = empty;
    if (first === undefined) continue;
    const freed = freedBetween(history, first.exchange, told.exchange);
    if (empty.length < 2 + freed) continue;
    return {
      verdict: "fail",
      expected: `429, once nothing was left: at most ${Math.floor(1 + freed)} can have come free`,
      actual: `${empty.length} served in ${seconds(span(first.exchange, told.exchange))}, each told ${told.remaining} left`,
      exchanges: empty.map(({ exchange }) => exchange.index),
    };
  }
  return undefined;
}
