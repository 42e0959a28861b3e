/** §8: the limit is 100 requests per minute, or what the target declares: no limiter of that limit serves more. */
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { type History, isRefused, isSure, span, type Told } from "./history.ts";
import { servedBeyondLeft } from "./overrun.ts";
import { freedBetween, leastBetweenTurns } from "./refill-bounds.ts";
import { mayTurn, type Step, stepsOf } from "./steps.ts";
import { forEachHistory, seconds } from "./verdicts.ts";
import { servedAfterWalk } from "./walk.ts";

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
      servedAfterWalk(history) ??
      servedBeyondLeft(history) ??
      (history.exchanges.some(isRefused) ? holds : notApplicable),
  ),
};

/** More than the limit and a refill while no window turned; or more than two limits and a refill within a window. */
function servedTooMany(history: History): Verdict | undefined {
  const served = history.exchanges.filter(isSure);
  const tellsAll = history.told.length === served.length;
  const turns = stepsOf(history).filter((step) => mayTurn(history, step));
  return (
    (tellsAll ? tooManyOver(history, served, history.limit, partedBy(turns)) : undefined) ??
    tooManyOver(history, served, 2 * history.limit, (from, until) => until - from.sentAt >= leastBetweenTurns(history))
  );
}

/** From an exchange to a later time, in milliseconds since the epoch, a window may have turned. */
type IsParted = (from: Exchange, until: number) => boolean;

/** Asked for exchanges in their order. */
function partedBy(turns: readonly Step[]): IsParted {
  let next = 0;
  return (from, until) => {
    for (let turn = turns[next]; turn !== undefined && turn.to.receivedAt <= from.sentAt; turn = turns[next]) next += 1;
    return (turns[next]?.from.sentAt ?? Number.POSITIVE_INFINITY) < until;
  };
}

/** Finds served requests, more than `most` and what may have been refilled, from one on that is not parted from the last. */
function tooManyOver(
  { rate }: History,
  served: readonly Exchange[],
  most: number,
  isParted: IsParted,
): Verdict | undefined {
  /** Starts, those that leave most room last; each one's place less the refill until it was sent. */
  const starts: { readonly one: Exchange; readonly at: number; readonly room: number }[] = [];
  let head = 0;
  let until = 0;
  for (const [at, last] of served.entries()) {
    until = Math.max(until, last.receivedAt);
    const room = at - rate * last.sentAt;
    while (starts.length > head && (starts.at(-1)?.room ?? 0) >= room) starts.pop();
    starts.push({ one: last, at, room });
    for (let first = starts[head]; first !== undefined && isParted(first.one, until); first = starts[head]) head += 1;
    const first = starts[head];
    if (first === undefined) continue;
    const taken = until - first.one.sentAt;
    const allowed = most + 1 + rate * taken;
    const count = at - first.at + 1;
    if (count <= allowed) continue;
    return {
      verdict: "fail",
      expected: `at most ${Math.floor(allowed)} requests served in ${seconds(taken)}`,
      actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(last) ?? "not told"}`,
      exchanges: [first.one.index, last.index],
    };
  }
  return undefined;
}

/** What is told before counting lies between 1 and the limit, what is told after it between 0 and the limit less one. */
function toldTooMany(history: History): Verdict | undefined {
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
function servedAtZero(history: History): Verdict | undefined {
  let empty: Told[] = [];
  for (const told of history.told) {
    if (told.remaining > 0) {
      empty = [];
      continue;
    }
    empty.push(told);
    const [first] = empty;
    if (first === undefined) continue;
    // Of several at once, the last that was sent need not be the last that was served.
    const last = empty.reduce((a, b) => (b.exchange.receivedAt > a.exchange.receivedAt ? b : a));
    const freed = freedBetween(history, first.exchange, last.exchange);
    if (empty.length < 2 + freed) continue;
    return {
      verdict: "fail",
      expected: `429, once nothing was left: at most ${Math.floor(1 + freed)} can have come free`,
      actual: `${empty.length} served in ${seconds(span(first.exchange, last.exchange))}, each told ${told.remaining} left`,
      exchanges: empty.map(({ exchange }) => exchange.index),
    };
  }
  return undefined;
}
