/** §8: `X-RateLimit-Remaining` is the number of requests left in the window. */
import type { SequenceLaw } from "../../model/check.ts";
import { holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { type History, isSure, span } from "./history.ts";
import { freedBetween, leastBetweenTurns, possibleBetween } from "./refill-bounds.ts";
import { type Block, blocksOf, fallOf, isTurn, leastAfterTurn, leastFall, type Step, walksOf } from "./steps.ts";
import { receipt, sending } from "./timeline.ts";
import { mostUsed } from "./usage-upper-bound.ts";
import { forEachHistory, seconds, worst } from "./verdicts.ts";
import { judgeTurns, releasesOf, type Turn, turnIn } from "./window-resets.ts";

export const remainingFalls: SequenceLaw = {
  isLimiter: true,
  id: "limit.remaining-falls",
  clause: "limit.remaining",
  claim: "X-RateLimit-Remaining starts at the limit and falls by one for each request",
  judge: forEachHistory((history) =>
    worst([
      ...walksOf(history).flatMap(({ of, steps }) => {
        if (of.request.method !== "GET") return [];
        const rises = steps.filter((step) => isTurn(history, step)).map((step) => turnIn(history, step));
        return [
          judgeFalls(history, steps),
          judgeBlocks(history, steps, "reads"),
          judgeRises(history, steps),
          judgeTurns(history, rises, releasesOf(history, steps)) ?? notApplicable,
        ];
      }),
      judgeRested(history),
    ]),
  ),
};

/** No request takes more than one, as long as nobody else sends any. */
function judgeFalls(history: History, steps: readonly Step[]): Verdict {
  for (const { from, to, told } of steps) {
    const fell = told.from - told.to;
    const most = possibleBetween(history, from, to) - 1;
    if (fell <= most || history.elsewhere.within(sending(from), receipt(to)) > 0) continue;
    return {
      verdict: "fail",
      expected: `a fall of at most ${most}, for ${most === 1 ? "one request" : `${most} requests`}`,
      actual: `from ${told.from} to ${told.to}`,
      exchanges: [from.index, to.index],
    };
  }
  return notApplicable;
}

/**
 * A block falls by its requests, less what may have come free; unless the window turned, where the turn cannot be seen,
 * because little had been used before. And windows turn once in their length.
 */
export function judgeBlocks(history: History, steps: readonly Step[], what: string): Verdict {
  const isTelling = (block: Block) => leastFall(history, block) >= 1;
  const fellTooLittle = (block: Block) => isTelling(block) && fallOf(block) < leastFall(history, block);
  const turns: Turn[] = [];
  let isJudged = false;
  for (const block of blocksOf(history, steps, fellTooLittle)) {
    if (!isTelling(block)) continue;
    isJudged = true;
    if (!fellTooLittle(block)) continue;
    if (block.told.last < leastAfterTurn(history, block.first, block.last)) return tooLittle(history, block, what);
    turns.push(block);
  }
  return judgeTurns(history, turns, releasesOf(history, steps)) ?? (isJudged ? holds : notApplicable);
}

function tooLittle(history: History, block: Block, what: string): Verdict {
  const least = Math.ceil(leastFall(history, block));
  return {
    verdict: "fail",
    expected: `a fall of at least ${least} over ${block.requests} ${what} in ${seconds(span(block.first, block.last))}`,
    actual: `a fall of ${fallOf(block)}`,
    exchanges: [block.first.index, block.last.index],
  };
}

/**
 * A rise takes what came free and the request's own besides. One rise may be the window's turn; the others are paid by what
 * came free meanwhile.
 */
function judgeRises(history: History, steps: readonly Step[]): Verdict {
  const rises = steps.filter(({ from, to, told }) => told.to > told.from && isSure(from) && isSure(to));
  for (const [at, first] of rises.entries()) {
    const near = rises.slice(at).filter(({ to }) => span(first.from, to) < leastBetweenTurns(history));
    const last = near.at(-1);
    if (last === undefined || near.length < 3) continue;
    if (2 * (near.length - 1) <= freedBetween(history, first.from, last.to) + 1) continue;
    return {
      verdict: "fail",
      expected: `a fall with each request; at most one turn of the window in ${seconds(span(first.from, last.to))}`,
      actual: `${near.length} rises, from ${first.told.from} to ${last.told.to}`,
      exchanges: [first.from.index, last.to.index],
    };
  }
  return notApplicable;
}

/** After an organization was left alone, what is told leaves out no more than what may have been counted. */
function judgeRested(history: History): Verdict {
  let isJudged = false;
  for (const { exchange, at, remaining } of history.told) {
    const before = history.exchanges[at - 1];
    if (before === undefined || exchange.sentAt - before.receivedAt < history.windowMs) continue;
    const used = mostUsed(history, exchange);
    const least = Math.floor(history.limit - used) - 1;
    if (used >= history.limit) continue;
    isJudged = true;
    if (remaining >= least) continue;
    return {
      verdict: "fail",
      expected: `at least ${least} of ${history.limit} left, when at most ${Math.ceil(used)} of the requests before still counted`,
      actual: `X-RateLimit-Remaining: ${remaining}, after ${seconds(exchange.sentAt - before.receivedAt)} without a request`,
      exchanges: [before.index, exchange.index],
    };
  }
  return isJudged ? holds : notApplicable;
}
