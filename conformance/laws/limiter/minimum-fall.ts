/** How far `X-RateLimit-Remaining` must fall, at least, over requests that are certainly counted (§8). */
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { RequestClass } from "./exhaustion.ts";
import { type History, hasNoConcurrent, isCertainlyCounted } from "./history.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { type Change, fallOf, type Step, stepsByKeyAndEndpoint } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { judgeResets, mayHaveReset, possibleResets } from "./window-resets.ts";

/** Consecutive requests of one key to one endpoint, with no other request of the organization in between. */
interface Block extends Change {
  readonly requests: number;
}

/** Without a reset of the window, under any legal limiter. It is open whether the first value counts its own request. */
const minFall = (history: History, { first, last, requests }: Block) =>
  requests - maxFreedBetween(history, first, last) - 1;

/**
 * The blocks that end at each step, each as long as it goes. A rise ends a block, and so does 0, below which nothing falls;
 * after a block for which `isLast` is true a new one begins.
 */
function* blocksOf(history: History, steps: readonly Step[], isLast: (block: Block) => boolean): Generator<Block> {
  let block: Block | undefined;
  for (const { first, last, remaining, between } of steps) {
    const isConsecutive = between.length === 0 && remaining.last <= remaining.first && remaining.last > 0;
    if (!isConsecutive || (block === undefined && !hasNoConcurrent(history, first))) {
      block = undefined;
      continue;
    }
    block = {
      first: block?.first ?? first,
      last,
      remaining: { first: block?.remaining.first ?? remaining.first, last: remaining.last },
      requests: (block?.requests ?? 0) + 1,
    };
    yield block;
    if (isLast(block)) block = undefined;
  }
}

/**
 * Each block falls by its requests, less what may have been given back; or the window was reset, which does not show where
 * little had been used before. `what`: the requests, as a failure calls them.
 */
export function judgeBlocks(history: History, steps: readonly Step[], what: string): Verdict {
  const isConclusive = (block: Block) => minFall(history, block) >= 1;
  const fellTooLittle = (block: Block) => isConclusive(block) && fallOf(block) < minFall(history, block);
  const resets: Block[] = [];
  let isJudged = false;
  for (const block of blocksOf(history, steps, fellTooLittle)) {
    isJudged ||= isConclusive(block);
    if (!fellTooLittle(block)) continue;
    if (!mayHaveReset(history, block)) {
      return tooSmallFall(block, minFall(history, block), `${block.requests} ${what}`, [block.first, block.last]);
    }
    resets.push(block);
  }
  return judgeResets(history, resets, possibleResets(history, steps)) ?? (isJudged ? holds : notApplicable);
}

/** Between two requests of a key to one endpoint, requests of a class were served, and what remains hardly fell. */
export function judgeInterleaved(history: History, interleaved: RequestClass): Verdict {
  let isJudged = false;
  for (const step of stepsByKeyAndEndpoint(history).flat()) {
    const { first, last, between } = step;
    const served = between.filter(
      (exchange) =>
        isCertainlyCounted(exchange) &&
        interleaved.includes(exchange, first) &&
        exchange.receivedAt <= last.sentAt &&
        exchange.sentAt >= first.receivedAt,
    );
    if (served.length < 3 || !hasNoConcurrent(history, first) || mayHaveReset(history, step)) continue;
    const min = served.length - maxFreedBetween(history, first, last);
    if (min < 1) continue;
    isJudged = true;
    if (fallOf(step) >= min) continue;
    return tooSmallFall(step, min, `${served.length} requests of ${interleaved.name}`, [first, ...served, last]);
  }
  return isJudged ? holds : notApplicable;
}

function tooSmallFall(change: Change, min: number, requests: string, proof: readonly { readonly index: number }[]) {
  const { first, last, remaining } = change;
  return fails({
    expected: `X-RateLimit-Remaining to fall by at least ${Math.ceil(min)} over ${requests} in ${seconds(spanMs(first, last))}`,
    actual: `from ${remaining.first} to ${remaining.last}`,
    exchanges: proof.map(({ index }) => index),
  });
}
