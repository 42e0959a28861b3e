/**
 * §8: no more parallel requests are served than remained just before them. A server that reads the count and writes it
 * back in two steps serves too many.
 *
 * Example, 100 in 60 s: a response reports 3 remaining. Ten requests are sent at the same time, and eight are served. A
 * timer may have added a chunk of 8 - 3 + 1 = 6 requests to a bucket just then. But then it adds another chunk within
 * 3.6 s. So the law fails if a request after that time is rejected, and none was served in between; if what was given
 * back at other times excludes chunks of that size; or if it happens twice, and one timer cannot have run out both times.
 */
import type { Exchange } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { chunksOutside, mayBeOneTimer } from "./chunks.ts";
import type { Freed } from "./freed.ts";
import { clockToleranceMs, type History, hasNoConcurrent, type Reported } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxCountedBetween, maxFreedBetween, timerToleranceMs } from "./refill-bounds.ts";
import { isCertainlyCounted, isKey429, reportedRemaining } from "./single-exchange.ts";
import { seconds } from "./timeline.ts";

/** Requests in flight at the same time, after one request with no other in flight. */
interface ParallelBurst {
  readonly before: Reported;
  readonly served: readonly Exchange[];
  /** The 429s among them. */
  readonly rejected: readonly Exchange[];
  readonly last: Exchange;
}

export function servedInParallel(history: History): Fail | undefined {
  const bursts = parallelOverrunsOf(history);
  const unexplained = firstUnexplained(history, bursts);
  if (unexplained !== undefined) return failure(unexplained);
  for (const burst of bursts) {
    const { last } = burst;
    const rejected = history.exchanges.find(
      (exchange) =>
        exchange.sentAt - last.receivedAt >= untilNextChunkMs(history, burst) && isRejectedAtZero(history, exchange),
    );
    if (rejected !== undefined && !isServedBetween(history, last, rejected)) return failure(burst, rejected);
  }
  return undefined;
}

function failure(burst: ParallelBurst, rejected?: Exchange): Fail {
  const { before, served, last } = burst;
  const then = rejected === undefined ? "" : `, then 429 for ${seconds(rejected.sentAt - last.receivedAt)}`;
  return fails({
    expected: `at most ${before.remaining} of parallel requests served, after X-RateLimit-Remaining: ${before.remaining}`,
    actual: `${served.length} served in ${seconds(last.receivedAt - before.exchange.sentAt)}${then}: ${questionOn(burst)}`,
    exchanges: [before.exchange, ...served, ...(rejected === undefined ? [] : [rejected])].map(({ index }) => index),
  });
}

/** A burst in which no chunk can have come, or the later of two in which no timer can have run out both times. */
function firstUnexplained(history: History, bursts: readonly ParallelBurst[]): ParallelBurst | undefined {
  if (bursts.length === 0) return undefined;
  const chunksFor = chunksOutside(history, parallelBurstsOf(history).map(spanOf));
  const known = bursts.map((burst) => ({
    burst,
    ...spanOf(burst),
    chunks: new Set(chunksFor(freedIn(history, burst))),
  }));
  return known.find(
    (later, at) =>
      later.chunks.size === 0 || known.slice(0, at).some((earlier) => !mayBeOneTimer(history, earlier, later)),
  )?.burst;
}

const spanOf = ({ before, last }: ParallelBurst) => ({ first: before.exchange, last });

function freedIn(history: History, { before, served, last }: ParallelBurst): Freed {
  const highest = Math.max(...served.map((exchange) => reportedRemaining(exchange) ?? history.limit));
  return {
    first: before.exchange,
    last,
    min: served.length - before.remaining - 1,
    max: maxCountedBetween(history, before.exchange, last) + highest - before.remaining + 1,
  };
}

/**
 * If the others explain what remained, the operations that were never rejected may be without a limit. If no key was served more than
 * remained, each may have a limit of its own.
 */
function questionOn({ before, served, rejected }: ParallelBurst): string {
  const limited = new Set(rejected.map(({ operation }) => operation));
  const unlimited = served.filter(({ operation }) => !limited.has(operation));
  const isExplained = served.length - unlimited.length <= before.remaining + 1;
  const ofKeys = groupBy(served, ({ credential }) => credential);
  const orByKey =
    ofKeys.length > 1 && ofKeys.every(({ length }) => length <= before.remaining + 1) ? ", or for each key" : "";
  if (limited.size === 0 || unlimited.length === 0 || !isExplained)
    return `are requests counted in two steps${orByKey}?`;
  const operations = [...new Set(unlimited.map(({ operation, request }) => operation ?? request.method))];
  return `${unlimited.length} of them were of ${operations.join(", ")}, and none of these was rejected: do they count?`;
}

/** The bursts in which more was served than remained before or was given back meanwhile, without chunks. */
export const parallelOverrunsOf = (history: History): readonly ParallelBurst[] =>
  parallelBurstsOf(history).filter(({ before, served, last }) => {
    // One more, since fractions are not reported.
    const max = before.remaining + maxFreedBetween(history, before.exchange, last) + 1;
    return served.length > max;
  });

const parallelBurstsOf = oncePerHistory((history): readonly ParallelBurst[] =>
  history.reported.flatMap((before) =>
    hasNoConcurrent(history, before.exchange) ? (burstAfter(history, before) ?? []) : [],
  ),
);

/** If a chunk explains the burst, the next chunk of that size comes within this time, in milliseconds. */
export const untilNextChunkMs = (history: History, { before, served }: ParallelBurst) =>
  (served.length - before.remaining + 1) / history.refillPerMs + timerToleranceMs(history) + clockToleranceMs(history);

function burstAfter({ exchanges }: History, before: Reported): ParallelBurst | undefined {
  const served: Exchange[] = [];
  const rejected: Exchange[] = [];
  let last: Exchange | undefined;
  for (let at = before.position + 1; ; at += 1) {
    const exchange = exchanges[at];
    if (exchange === undefined || (last !== undefined && exchange.sentAt >= last.receivedAt)) break;
    if (last === undefined || exchange.receivedAt > last.receivedAt) last = exchange;
    if (isCertainlyCounted(exchange)) served.push(exchange);
    if (isKey429(exchange)) rejected.push(exchange);
  }
  return last === undefined || served.length < 2 ? undefined : { before, served, rejected, last };
}

const isRejectedAtZero = (history: History, exchange: Exchange) =>
  isKey429(exchange) && remainingOf(exchange) === 0 && hasNoConcurrent(history, exchange);

const isServedBetween = ({ exchanges }: History, from: Exchange, to: Exchange) =>
  exchanges.some(({ isSuccess, sentAt }) => isSuccess && sentAt >= from.receivedAt && sentAt < to.sentAt);
