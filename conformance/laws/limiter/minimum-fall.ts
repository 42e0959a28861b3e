/**
 * How far `X-RateLimit-Remaining` must fall, at least, over requests that are certainly counted (§8).
 *
 * Example, 100 in 60 s: twenty reads of one key in 0.6 s. A token bucket gives back one or two in that time, and no
 * chunk shows as a rise. So the value falls by nearly twenty; where it falls by 2, requests are not counted.
 */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import type { RequestClass } from "./exhaustion.ts";
import type { History } from "./history.ts";
import { maxFreedBetween, maxFreedInChunks } from "./refill-bounds.ts";
import {
  describeChange,
  fallOf,
  maxFall,
  minFreed,
  type RemainingChange,
  type Step,
  stepsByKeyAndEndpoint,
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
  /** Those of its requests that were not answered when `last` was sent, and `last`. */
  readonly inFlight: readonly Exchange[];
}

/**
 * Under any legal limiter; less one, since reported values leave out fractions. Example, 100 in 60 s: 20 requests in 0.6 s
 * without a rise, of which one may be refilled, and two given back in a chunk: 20 - (1 + 2) - 1.
 */
function minFall(history: History, block: Block): number {
  const { first, last, requests } = block;
  const maxChunk = Math.min(block.maxChunk, maxChunkIn(history, block));
  return requests - maxFreedInChunks(history, first, last, maxChunk) - 1;
}

/** The largest chunk that may have come: all that was given back, and one for a fraction that is not reported. */
const maxChunkIn = (history: History, change: RemainingChange) => maxFall(history, change) - fallOf(change) + 1;

/** For each step, the longest block that ends with it. A rise ends a block; so does 0, below which nothing falls. */
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
 * Each block falls by its requests, less what may have been given back; where that may be all of them, a block still shows that
 * requests are counted if it fell by each. `what`: the requests, as the failure's sentence calls them.
 */
export function judgeBlocks(history: History, steps: readonly Step[], what: string): Verdict {
  let isJudged = false;
  for (const block of blocksOf(history, steps)) {
    const min = minFall(history, block);
    if (block.requests >= minFallenInFull && fallOf(block) >= maxFall(history, block)) isJudged = true;
    if (min < 1) continue;
    isJudged = true;
    if (fallOf(block) >= min) continue;
    return tooSmallFall(block, min, `${block.requests} ${what}`, [block.first, block.last]);
  }
  return isJudged ? holds : notApplicable;
}

/** Fewer may each have been counted by chance. */
const minFallenInFull = 10;

/** Fewer requests in a step decide nothing. */
const minInterleaved = 3;

/**
 * Finds a class of requests that is not counted. Example: a key's read reports 90, five requests with another key are
 * served, and the first key's next read reports 89.
 */
export function judgeInterleaved(history: History, interleaved: RequestClass): Verdict {
  let isJudged = false;
  for (const step of stepsByKeyAndEndpoint(history).flat()) {
    const { first, last } = step;
    const served = answeredBetween(step).filter(
      (exchange) => isCertainlyCounted(exchange) && interleaved.includes(exchange, first),
    );
    if (served.length < minInterleaved) continue;
    const min = served.length - maxFreedBetween(history, first, last);
    if (min < 1) continue;
    if (fallOf(step) >= min) isJudged = true;
    else if (!isExplainedByChunk(history, step))
      return tooSmallFall(step, min, `${served.length} requests of ${interleaved.name}`, [first, ...served, last]);
  }
  return isJudged ? holds : notApplicable;
}

/** As many may be given back together: in a chunk, or by a reset of the window. */
function isExplainedByChunk(history: History, step: Step): boolean {
  const { first, last } = step;
  const isResetPossible = mayHaveReset(history, step);
  // A window that starts with its first request is not reset at regular times, as a bucket's chunks come.
  if (isResetPossible && fallOf(step) < 0) return true;
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
