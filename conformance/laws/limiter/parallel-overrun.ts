/** §8: of parallel requests no more are served than remained just before them, also where a count is read and written in two steps. */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import {
  clockToleranceMs,
  type History,
  hasNoConcurrent,
  isCertainlyCounted,
  isKey429,
  type Reported,
} from "./history.ts";
import { maxFreedBetween, timerToleranceMs } from "./refill-bounds.ts";
import { seconds } from "./timeline.ts";

/** Requests that were in flight together, after one that was alone. */
interface ParallelBurst {
  readonly before: Reported;
  readonly served: readonly Exchange[];
  readonly last: Exchange;
}

/** Also excludes that a bucket was filled in a chunk meanwhile: that it was rejected for so long afterwards that the next had to come. */
export function servedInParallel(history: History): Fail | undefined {
  for (const burst of parallelOverrunsOf(history)) {
    const { before, served, last } = burst;
    const rejected = history.exchanges.find(
      (exchange) =>
        exchange.sentAt - last.receivedAt >= untilNextChunkMs(history, burst) && isExhausted(history, exchange),
    );
    if (rejected === undefined || isServedBetween(history, last, rejected)) continue;
    return fails({
      expected: `at most ${before.remaining} of parallel requests served, after X-RateLimit-Remaining: ${before.remaining}`,
      actual: `${served.length} served in ${seconds(last.receivedAt - before.exchange.sentAt)}, then 429 for ${seconds(rejected.sentAt - last.receivedAt)}: are requests counted in two steps?`,
      exchanges: [before.exchange, ...served, rejected].map(({ index }) => index),
    });
  }
  return undefined;
}

/** The bursts of which more was served than what remained and can have been given back, unless in a chunk. */
export function parallelOverrunsOf(history: History): readonly ParallelBurst[] {
  return history.reported.flatMap((before) => {
    const burst = hasNoConcurrent(history, before.exchange) ? burstAfter(history, before) : undefined;
    if (burst === undefined) return [];
    // Fractions are left out of what is reported, and of what was given back.
    const max = before.remaining + maxFreedBetween(history, before.exchange, burst.last) + 1;
    return burst.served.length > max ? [burst] : [];
  });
}

/** After a chunk as small as what was served too many, the next one comes within this time, in milliseconds. */
export const untilNextChunkMs = (history: History, { before, served }: ParallelBurst) =>
  (served.length - before.remaining + 1) / history.refillPerMs + timerToleranceMs(history) + clockToleranceMs(history);

function burstAfter({ exchanges }: History, before: Reported): ParallelBurst | undefined {
  const served: Exchange[] = [];
  let last: Exchange | undefined;
  for (let at = before.position + 1; ; at += 1) {
    const exchange = exchanges[at];
    if (exchange === undefined || (last !== undefined && exchange.sentAt >= last.receivedAt)) break;
    if (last === undefined || exchange.receivedAt > last.receivedAt) last = exchange;
    if (isCertainlyCounted(exchange)) served.push(exchange);
  }
  return last === undefined || served.length < 2 ? undefined : { before, served, last };
}

const isExhausted = (history: History, exchange: Exchange) =>
  isKey429(exchange) && remainingOf(exchange) === 0 && hasNoConcurrent(history, exchange);

const isServedBetween = ({ exchanges }: History, from: Exchange, to: Exchange) =>
  exchanges.some(({ isSuccess, sentAt }) => isSuccess && sentAt >= from.receivedAt && sentAt < to.sentAt);
