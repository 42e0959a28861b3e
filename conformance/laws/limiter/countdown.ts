/**
 * §8: `X-RateLimit-Remaining` counts down from a full limit to 0, and one more request is served.
 *
 * Example, 100 in 60 s: responses report 99, 98, … 0 within 3 s, and then one more reports 0. A limiter may have
 * refilled one request in these 3 s. But then it refills another within the next 3 s (somewhat later if it counts
 * rejected requests). If nothing is served for 10 s, and no window was reset since the first request, no legal limiter
 * explains it. If so many were rejected meanwhile that a sliding counter that counts them might explain it, chance decides
 * (`gradual-refill.ts`).
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { isRefillUnlikely } from "./gradual-refill.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, maxRefilledBetween } from "./refill-bounds.ts";
import { isCertainlyCounted, isExhausted, isKey429 } from "./single-exchange.ts";
import { type Span, seconds, spanMs } from "./timeline.ts";

export function servedAfterCountdown(history: History): Fail | undefined {
  for (const { first, zero, last, position } of oneMoreServed(history)) {
    if (!isUnexplained(history, first, zero, position)) continue;
    return fails({
      expected: "429 once X-RateLimit-Remaining was 0",
      actual: `${last.status} after X-RateLimit-Remaining: 0, ${seconds(spanMs(first, last))} after it was ${history.limit - 1}; and for long after that nothing more was served`,
      exchanges: [first, zero, last].map(({ index }) => index),
    });
  }
  return undefined;
}

/** A countdown from one less than the limit to 0, and the request that was served then. */
interface OneMore extends Span {
  readonly zero: Exchange;
  /** The position of `last` in the history's exchanges. */
  readonly position: number;
}

/** All requests that were sent when 0 had been reported after a full limit, and were served. */
export function oneMoreServed(history: History): readonly OneMore[] {
  if (!history.remainingIncludesSelf) return [];
  let first: Exchange | undefined;
  return history.reported.flatMap(({ exchange: last, position, remaining }, at) => {
    if (remaining === history.limit - 1) first = last;
    const before = history.reported[at - 1];
    if (first === undefined || before === undefined || remaining > 0 || before.remaining > 0) return [];
    const { exchange: zero } = before;
    return zero.receivedAt > last.sentAt ? [] : [{ first, zero, last, position }];
  });
}

/** The exchanges are enough to judge: the law would fail if the request that was rejected after the countdown had been served. */
export function wouldShowOneMore(history: History): boolean {
  const start = history.reported.find(({ remaining }) => remaining === history.limit - 1)?.exchange;
  if (!history.remainingIncludesSelf || start === undefined) return false;
  return history.reported.some(({ exchange, position, remaining }) => {
    const next = history.exchanges[position + 1];
    const isRejected = remaining === 0 && next !== undefined && isKey429(next);
    return isRejected && isUnexplained(history, start, exchange, position + 1);
  });
}

/** If the rejection follows sooner, as a share of the window, the chance of a refill does not decide. */
const minShareOfWindow = 0.1;

/** No legal limiter can have refilled the request at `position` and then rejected a later request. */
function isUnexplained(history: History, start: Exchange, zero: Exchange, position: number): boolean {
  const exchange = history.exchanges[position];
  if (exchange === undefined) return false;
  const countdownMs = spanMs(start, exchange);
  for (const later of history.exchanges.slice(position + 1)) {
    if (isCertainlyCounted(later)) return false;
    if (!isExhausted(later)) continue;
    const waitedMs = later.sentAt - exchange.receivedAt;
    if (waitedMs + countdownMs >= history.windowMs) return false;
    const counted = maxCountedBetween(history, exchange, later);
    const isSlow = maxRefilledBetween(history, start, exchange) < 1 || waitedMs > counted * countdownMs;
    const isLong = waitedMs > history.windowMs * minShareOfWindow;
    const isExcluded = () => isSlow || (isLong && isRefillUnlikely(history, { first: zero, last: exchange }));
    if (history.refillPerMs * waitedMs > counted && isExcluded()) return true;
  }
  return false;
}
