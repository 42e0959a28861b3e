/**
 * How far `X-RateLimit-Remaining` must fall, at least, over requests that are certainly counted (§8).
 *
 * Example, 100 in 60 s: a key sends twenty reads in 0.6 s, and the value never rises, so no chunk was given back. A
 * token bucket gives back one or two in that time. So the value must fall by nearly twenty; if it falls by 2, reads are
 * not counted.
 */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import type { RequestClass } from "./exhaustion.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { maxFreedBetween, maxFreedInChunks } from "./refill-bounds.ts";
import {
  describeChange,
  fallOf,
  maxFall,
  minFreed,
  type RemainingChange,
  type Step,
  stepsByKeyAndPath,
} from "./remaining-steps.ts";
import { isCertainlyCounted } from "./single-exchange.ts";
import { answeredBetween, seconds, spanMs } from "./timeline.ts";
import { mayHaveReset } from "./window-resets.ts";

/**
 * Requests of one key to one endpoint, one after the other or concurrent, with no other request of the organization in
 * between: consecutive steps joined together. `first`, `last` and `remaining` are those of the whole block.
 */
interface Block extends RemainingChange {
  /** How many were certainly counted between the values that `first` and `last` reported. */
  readonly requests: number;
  /** The largest chunk that may have been given back in one of its steps. */
  readonly maxChunk: number;
  /** The requests of the block that were not answered when `last` was sent, and `last`. */
  readonly inFlight: readonly Exchange[];
}

/**
 * How far the value must fall over a block, under any legal limiter. One less, since reported values leave out
 * fractions. Example, 100 in 60 s: for 20 requests in 0.6 s without a rise, one may be refilled and two given back in a
 * chunk: 20 - (1 + 2) - 1.
 */
function minFall(history: History, block: Block): number {
  const { first, last, requests } = block;
  const maxChunk = Math.min(block.maxChunk, maxChunkIn(history, block));
  return requests - maxFreedInChunks(history, first, last, maxChunk) - 1;
}

/** The largest chunk that may have come: what was given back, and one for a fraction that is not reported. */
const maxChunkIn = (history: History, change: RemainingChange) => maxFall(history, change) - fallOf(change) + 1;

/** For each step, the longest block that ends with it. A rise ends a block, and so does 0, which cannot fall. */
function* blocksOf(history: History, steps: readonly Step[]): Generator<Block> {
  let block: Block | undefined;
  for (const step of steps) {
    const { first, remaining } = step;
    const isConsecutive =
      step.between.every((exchange) => isAlike(exchange, first)) && fallOf(step) >= 0 && remaining.last > 0;
    if (!isConsecutive) {
      block = undefined;
      continue;
    }
    block = extended(history, block ?? { ...step, last: first, requests: 1, maxChunk: 0, inFlight: [] }, step);
    yield block;
  }
}

const isAlike = (exchange: Exchange, { credential, operation }: Exchange) =>
  isCertainlyCounted(exchange) && exchange.credential === credential && exchange.operation === operation;

function extended(history: History, block: Block, step: Step): Block {
  const { first, remaining } = block;
  const sent = [...block.inFlight, ...step.between.filter(({ sentAt }) => sentAt >= first.receivedAt)];
  const isAnswered = ({ receivedAt }: Exchange) => receivedAt <= step.last.sentAt;
  return {
    first,
    last: step.last,
    remaining: { first: remaining.first, last: step.remaining.last },
    requests: block.requests + sent.filter(isAnswered).length,
    maxChunk: Math.max(block.maxChunk, maxChunkIn(history, step)),
    inFlight: [...sent.filter((exchange) => !isAnswered(exchange)), step.last],
  };
}

/**
 * Judges that each block falls by its requests, less what may have been given back. If all of them may have been given
 * back, a block that falls by every request still shows that requests are counted. `what`: the name of the requests in
 * a failure, such as `reads`.
 */
export function judgeBlocks(history: History, steps: readonly Step[], what: string): Verdict {
  let isJudged = false;
  for (const block of blocksOf(history, steps)) {
    const min = minFall(history, block);
    if (block.requests >= minFallenInFull && fallOf(block) >= maxFall(history, block)) isJudged = true;
    if (min < 1) continue;
    isJudged = true;
    if (fallOf(block) >= min) continue;
    return tooSmallFall(block, min, `${block.requests} ${what}${howSent(history, block)}`, [block.first, block.last]);
  }
  return isJudged ? holds : notApplicable;
}

/** `, some of them concurrent,` if some were: the server may lose counts only of concurrent requests. Empty otherwise. */
const howSent = (history: History, { first, last }: RemainingChange): string =>
  history.exchanges.some(
    (each) => each.sentAt >= first.sentAt && each.receivedAt <= last.receivedAt && !hasNoConcurrent(history, each),
  )
    ? ", some of them concurrent,"
    : "";

/** Smaller blocks may fall by every request by chance. */
const minFallenInFull = 10;

/** With fewer requests in a step, the fall decides nothing. */
const minInterleaved = 3;

/**
 * Finds a class of requests that is not counted. Example: a key's read reports 90, five requests with another key are
 * served, and the first key's next read reports 89 instead of 84.
 */
export function judgeInterleaved(history: History, interleaved: RequestClass): Verdict {
  let isJudged = false;
  for (const step of stepsByKeyAndPath(history).flat()) {
    const { first, last } = step;
    const served = answeredBetween(step).filter(
      (exchange) => isCertainlyCounted(exchange) && interleaved.includes(exchange, first),
    );
    if (served.length < minInterleaved) continue;
    const min = served.length - maxFreedBetween(history, first, last);
    if (min < 1) continue;
    if (fallOf(step) >= min) isJudged = true;
    // A value that is 0 in the end cannot have fallen further: if more were served, limit.refused-when-exceeded fails.
    else if (step.remaining.last > 0 && !isExplainedByChunk(history, step))
      return tooSmallFall(step, min, `${served.length} requests of ${interleaved.name}`, [first, ...served, last]);
  }
  return isJudged ? holds : notApplicable;
}

/** A chunk, or a reset of the window, may have given back as many requests. */
function isExplainedByChunk(history: History, step: Step): boolean {
  const { first, last } = step;
  const isResetPossible = mayHaveReset(history, step);
  // Some windows start with their first request, so resets are not as regular as the chunks of a bucket.
  if (isResetPossible && fallOf(step) <= 0) return true;
  const max = isResetPossible ? history.limit : maxFall(history, step) - fallOf(step);
  return mayBeChunked(history, { first, last, min: minFreed(step), max });
}

function tooSmallFall(
  change: RemainingChange,
  min: number,
  requests: string,
  proof: readonly { readonly index: number }[],
) {
  const { first, last } = change;
  return fails({
    expected: `X-RateLimit-Remaining to fall by at least ${Math.ceil(min)} over ${requests} in ${seconds(spanMs(first, last))}`,
    actual: `it ${describeChange(change)}`,
    exchanges: proof.map(({ index }) => index),
  });
}
