/** §8: no more is served at once than was left, where it is known exactly how much was left. */

import type { Exchange } from "../../model/exchange.ts";
import type { Fail } from "../../model/verdict.ts";
import { type History, isAlone, isRefused, isSure, span, type Told } from "./history.ts";
import { expiredBetween } from "./refill-bounds.ts";
import { receipt, sending } from "./timeline.ts";
import { seconds } from "./verdicts.ts";

/** Reads in a row, so fast that less than one can have come free. */
interface Row {
  /** Since when nothing can have come free that is not reckoned with. */
  readonly since: Exchange;
  /** The answer that told exactly what is left. */
  readonly first: Exchange;
  readonly last: Exchange;
  readonly served: number;
  /** How many may be served, the first included, if nothing comes free. */
  readonly most: number;
}

/**
 * Twice: once, a window of a sliding counter may have turned just then, or one of the ticks by which a bucket is filled may
 * have come.
 */
export function servedBeyondLeft(history: History): Fail | undefined {
  const beyond = rowsOf(history).filter((row) => isBeyond(history, row));
  const [one] = beyond;
  const two = beyond.find(({ first }) => one !== undefined && first.sentAt > one.last.receivedAt);
  if (one === undefined || two === undefined) return undefined;
  return {
    verdict: "fail",
    expected: `at most ${two.most} requests served in ${seconds(two.last.receivedAt - two.first.sentAt)}, the first of which was told ${two.most - 1} left`,
    actual: `${two.served} served, and ${one.served} of ${one.most} the time before`,
    exchanges: [one.first.index, one.last.index, two.first.index, two.last.index],
  };
}

/** More was served than was left and can have been refilled. */
export const isBeyond = ({ rate }: History, { since, last, served, most }: Row) =>
  served > most + rate * (last.receivedAt - since.sentAt);

/**
 * The rows of a history. Only a sliding counter is never seen full again after a refusal: for it alone, an answer that tells
 * as much as the one before says that a whole request has come free in between, and not much more.
 */
export function rowsOf(history: History): readonly Row[] {
  if (!history.tellsAfter) return [];
  const remaining = new Map(history.told.map((one) => [one.exchange, one.remaining]));
  const rows = (isStart: (one: Told, before: Told | undefined) => Exchange | undefined) =>
    history.told.flatMap((one, at) => {
      const since = isStart(one, history.told[at - 1]);
      return (since && rowFrom(history, since, one, remaining)) ?? [];
    });
  const known = rows((one, before) =>
    isFull(history, one) || isQuietFall(history, before, one) ? one.exchange : undefined,
  );
  const refused = history.exchanges.find(isRefused);
  if (refused === undefined || known.some(({ first }) => first.sentAt > refused.sentAt)) return known;
  return rows((one, before) => (one.at > 0 && isQuickRepeat(history, before, one) ? before?.exchange : undefined));
}

/** A limit less the request itself is left: no limiter holds more than its limit, so that is all. */
const isFull = (history: History, { exchange, remaining }: Told) =>
  remaining === history.limit - 1 && isAlone(history, exchange);

/** After a pause, one less than before: a limiter that refills would have had it back. One that counts in whole is exact. */
function isQuietFall(history: History, before: Told | undefined, { exchange, remaining, at }: Told): boolean {
  return (
    before?.remaining === remaining + 1 &&
    before.at === at - 1 &&
    isAlone(history, exchange) &&
    history.rate * (exchange.sentAt - before.exchange.receivedAt) >= 2
  );
}

/** The same as just before, one after the other. */
function isQuickRepeat(history: History, before: Told | undefined, { exchange, remaining, at }: Told): boolean {
  return (
    before?.remaining === remaining &&
    remaining > 0 &&
    before.at === at - 1 &&
    isAlone(history, exchange) &&
    isAlone(history, before.exchange) &&
    history.rate * span(before.exchange, exchange) < 0.5
  );
}

/** Sure requests and refusals. What they tell falls: each number is told once above nothing, or more came free than was thought. */
function rowFrom(
  history: History,
  since: Exchange,
  { exchange: first, remaining, at }: Told,
  told: ReadonlyMap<Exchange, number>,
): Row | undefined {
  const known = new Set([remaining]);
  let last = first;
  let served = 1;
  let sent = 1;
  for (const exchange of history.exchanges.slice(at + 1)) {
    if (exchange.kind !== "api-key" || exchange.sentAt < first.receivedAt) break;
    if (history.rate * (exchange.receivedAt - since.sentAt) >= 1) break;
    sent += 1;
    if (isRefused(exchange)) continue;
    const left = told.get(exchange);
    if (!isSure(exchange) || left === undefined || (left > 0 && known.has(left))) break;
    known.add(left);
    served += 1;
    if (exchange.receivedAt >= last.receivedAt) last = exchange;
  }
  const isOwn = history.possible.within(sending(first), receipt(last)) <= sent;
  // A limiter that is full remembers nothing that could expire.
  const isKept = remaining === history.limit - 1 || expiredBetween(history, since, last) === 0;
  return isOwn && isKept ? { since, first, last, served, most: remaining + 1 } : undefined;
}
