/**
 * §8: after the limit was used up, requests come back no faster than the limit allows.
 *
 * Example, 100 in 60 s: the run begins with a full limit, and uses it up within a second. Ten seconds later 28 remain, which no legal
 * limiter explains:
 *
 * - a token bucket refills 17;
 * - a sliding counter gives back no more, since it had counted nothing before the run;
 * - nothing that was sent expires in the first two thirds of a window;
 * - a reset of the window would leave almost 100;
 * - a bucket that a timer fills in chunks of 11 does not give back one request at a time, as this one did before.
 */
import type { Exchange } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, timerToleranceMs } from "./refill-bounds.ts";
import { fallOf } from "./remaining-steps.ts";
import { isCertainlyCounted, isExhausted, reportedRemaining } from "./single-exchange.ts";
import { endOf, seconds, spanMs, startOf, Timeline } from "./timeline.ts";
import { quietSteps } from "./uncounted-endpoints.ts";

export function refilledTooFast(history: History): Fail | undefined {
  const start = history.reported[0];
  const maxChunk = maxChunkOf(history);
  if (start === undefined || start.remaining < history.limit - 1 || maxChunk === undefined) return undefined;
  // Where keys or endpoints wrongly have limits of their own, which other laws judge, these still share one.
  const groups = groupBy(history.exchanges, ({ credential, operation }) => `${credential} ${operation}`);
  return groups
    .map((alike) => tooFastIn(alike, history, start.exchange, maxChunk))
    .find((found) => found !== undefined);
}

function tooFastIn(alike: readonly Exchange[], history: History, start: Exchange, maxChunk: number): Fail | undefined {
  const { limit, windowMs } = history;
  const end = start.sentAt + (windowMs * 2) / 3 - timerToleranceMs(history);
  const served = new Timeline(alike.filter(isCertainlyCounted), () => 1);
  let exhausted: Exchange | undefined;
  for (const exchange of alike) {
    const remaining = reportedRemaining(exchange);
    if (exchange.receivedAt >= end) return undefined;
    if (remaining === 0 || isExhausted(exchange)) exhausted = exchange;
    if (exhausted === undefined || remaining === undefined || exhausted.receivedAt > exchange.sentAt) continue;
    const mayBeReset = remaining >= limit - maxCountedBetween(history, exhausted, exchange) - 1;
    const inBucket = maxInBucket(history, exhausted, exchange) + maxChunk;
    // A sliding counter had counted nothing before `start`, so it forgets, from then on, no more than the limit in a window; of requests that
    // were served beyond the limit, it still counts each.
    const inCounter =
      maxInBucket(history, start, exchange) +
      Math.min(1, limit - served.minWithin(startOf(start.sentAt), endOf(exchange.sentAt)));
    // Fractions of a request are not reported, and the value may be from before the request was counted.
    const max = Math.max(inBucket, inCounter) + 2;
    if (mayBeReset || remaining <= max) continue;
    return fails({
      expected: `X-RateLimit-Remaining of at most ${Math.floor(max)}, ${seconds(spanMs(exhausted, exchange))} after nothing remained, as for ${limit} requests in ${windowMs / 1000} s (or is another window declared?)`,
      actual: `X-RateLimit-Remaining: ${remaining}`,
      exchanges: [exhausted.index, exchange.index],
    });
  }
  return undefined;
}

/**
 * The largest chunk of a timer: no more than was given back in any step in which something was. Only in steps between endpoints that are
 * counted elsewhere: what is not counted looks the same. One more, since a fraction is not reported. Undefined if nothing was given back.
 */
function maxChunkOf(history: History): number | undefined {
  const steps = quietSteps(history).filter(
    ({ first, last }) => first.kind === "api-key" && first.credential === last.credential,
  );
  const counted = new Set(steps.filter((step) => fallOf(step) > 0).map(({ last }) => last.operation));
  const freed = steps
    .filter(({ first, last }) => counted.has(first.operation) && counted.has(last.operation))
    .map((step) => 1 - fallOf(step))
    .filter((count) => count > 0);
  return freed.length === 0 ? undefined : freed.reduce((min, count) => Math.min(min, count)) + 1;
}

/** What a token bucket refills from one exchange to the other, if a timer may be early. */
const maxInBucket = (history: History, first: Exchange, last: Exchange) =>
  history.refillPerMs * (spanMs(first, last) + timerToleranceMs(history));
