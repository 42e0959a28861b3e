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
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, timerToleranceMs } from "./refill-bounds.ts";
import { fallOf } from "./remaining-steps.ts";
import { isCertainlyCounted, isExhausted, reportedRemaining } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";
import { quietSteps } from "./uncounted-endpoints.ts";

export function refilledTooFast(history: History): Fail | undefined {
  const { exchanges, limit, windowMs } = history;
  const start = history.reported[0];
  const maxChunk = maxChunkOf(history);
  if (start === undefined || start.remaining < limit - 1 || maxChunk === undefined) return undefined;
  const end = start.exchange.sentAt + (windowMs * 2) / 3 - timerToleranceMs(history);
  const allExhausted: Exchange[] = [];
  for (const exchange of exchanges) {
    const remaining = reportedRemaining(exchange);
    if (exchange.receivedAt >= end) return undefined;
    if (remaining === 0 || isExhausted(exchange)) allExhausted.push(exchange);
    const exhausted = allExhausted.findLast((each) => isAlike(each, exchange) && each.receivedAt <= exchange.sentAt);
    if (exhausted === undefined || remaining === undefined) continue;
    const mayBeReset = remaining >= limit - maxCountedBetween(history, exhausted, exchange) - 1;
    const max = Math.max(
      maxInBucket(history, exhausted, exchange) + maxChunk,
      maxInCounter(history, start.exchange, exchange),
    );
    // Fractions of a request are not reported, and the value may be from before the request was counted.
    if (mayBeReset || remaining <= max + 2) continue;
    return fails({
      expected: `X-RateLimit-Remaining of at most ${Math.floor(max + 2)}, ${seconds(spanMs(exhausted, exchange))} after nothing remained, as for ${limit} requests in ${windowMs / 1000} s (or is another window declared?)`,
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
  return freed.length === 0 ? undefined : Math.min(...freed) + 1;
}

/** What a token bucket refills from one exchange to the other, if a timer may be early. */
const maxInBucket = (history: History, first: Exchange, last: Exchange) =>
  history.refillPerMs * (spanMs(first, last) + timerToleranceMs(history));

/**
 * What remains in a sliding counter that was exhausted. It had counted nothing before `start`, so it forgets, from then on, no more than
 * the limit in a window; of requests that were served beyond the limit, it still counts each.
 */
function maxInCounter(history: History, start: Exchange, exchange: Exchange): number {
  const served = history.exchanges.filter(
    (each) => isCertainlyCounted(each) && isAlike(each, exchange) && each.receivedAt <= exchange.sentAt,
  );
  return maxInBucket(history, start, exchange) + Math.min(1, history.limit - served.length);
}

/** Where keys or endpoints wrongly have limits of their own, which other laws judge, these still share one. */
const isAlike = (exchange: Exchange, { credential, operation }: Exchange) =>
  exchange.credential === credential && exchange.operation === operation;
