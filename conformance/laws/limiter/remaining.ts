/** §8: `X-RateLimit-Remaining` is the number of requests left in the window. */
import { holds, notApplicable, type SequenceJudgement, type SequenceLaw } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import {
  credentialsOf,
  freedBetween,
  type History,
  historiesOf,
  isSure,
  isTurn,
  type Step,
  span,
  stepsOf,
} from "./history.ts";

/** Consecutive steps without a turn and with nothing of anybody else between, all surely counted. */
export interface Block {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly requests: number;
  /** By how much the told remaining fell. */
  readonly fell: number;
}

/** Splits a credential's steps into blocks of requests that `belongs` accepts. A rise of any size ends a block. */
export function blocksOf(steps: readonly Step[], belongs: (exchange: Exchange) => boolean): readonly Block[] {
  const blocks: Block[] = [];
  let run: Step[] = [];
  const close = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (first !== undefined && last !== undefined) {
      blocks.push({ first: first.from, last: last.to, requests: run.length, fell: first.told.from - last.told.to });
    }
    run = [];
  };
  for (const step of steps) {
    const isInside = step.between.length === 0 && belongs(step.from) && belongs(step.to);
    if (!isInside || step.told.to > step.told.from) close();
    else run.push(step);
  }
  close();
  return blocks;
}

/** The least that the told remaining falls over a block, under any legal limiter. */
export function leastFall(history: History, block: Block): number {
  return block.requests - freedBetween(history, block.first, block.last) - 1;
}

/** A block long enough to tell counting from not counting. */
export const isTelling = (history: History, block: Block) => leastFall(history, block) >= 1;

const isRead = (exchange: Exchange) => isSure(exchange) && exchange.request.method === "GET";

function judgeHistory(history: History, others: readonly Exchange[]): SequenceJudgement {
  let isJudged = false;
  for (const credential of credentialsOf(history, "api-key")) {
    const steps = stepsOf(history, credential);
    for (const step of steps) {
      const counted = step.between.length + 1;
      const fell = step.told.from - step.told.to;
      const isElsewhere = others.some((one) => one.receivedAt >= step.from.sentAt && one.sentAt <= step.to.receivedAt);
      if (fell > counted && !isElsewhere && step.between.every((one) => one.credential === credential)) {
        return {
          verdict: "fail",
          expected: `a fall of at most ${counted}, for ${counted === 1 ? "one request" : `${counted} requests`}`,
          actual: `from ${step.told.from} to ${step.told.to}`,
          exchanges: [step.from.index, step.to.index],
        };
      }
    }
    for (const block of blocksOf(steps, isRead).filter((one) => isTelling(history, one))) {
      isJudged = true;
      if (block.fell < leastFall(history, block)) return fellTooLittle(history, block, "reads");
    }
    const turns = steps.filter((step) => isTurn(history, step));
    const [one, two] = closestTurns(turns);
    if (one !== undefined && two !== undefined && span(one.from, two.to) < history.windowMs * 0.98) {
      return {
        verdict: "fail",
        expected: `at most one turn of the window in ${history.windowMs / 1000} s`,
        actual: `X-RateLimit-Remaining rose from ${one.told.from} to ${one.told.to} and from ${two.told.from} to ${two.told.to} within ${seconds(span(one.from, two.to))}`,
        exchanges: [one.from.index, one.to.index, two.from.index, two.to.index],
      };
    }
  }
  return isJudged ? holds : notApplicable;
}

export function fellTooLittle(history: History, block: Block, what: string): SequenceJudgement {
  const least = Math.ceil(leastFall(history, block));
  return {
    verdict: "fail",
    expected: `a fall of at least ${least} over ${block.requests} ${what} in ${seconds(span(block.first, block.last))}`,
    actual: `a fall of ${block.fell}`,
    exchanges: [block.first.index, block.last.index],
  };
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function closestTurns(turns: readonly Step[]): readonly (Step | undefined)[] {
  const pairs = turns.slice(1).map((two, at) => [turns[at], two] as const);
  return pairs.sort((a, b) => gap(a) - gap(b))[0] ?? [];
}

const gap = ([one, two]: readonly [Step | undefined, Step]) => (one === undefined ? 0 : span(one.from, two.to));

export const remainingFalls: SequenceLaw = {
  isLimiter: true,
  id: "limit.remaining-falls",
  clause: "limit.remaining",
  claim: "X-RateLimit-Remaining falls as requests are sent, by one for each",
  judge(exchanges, { rateLimit }) {
    if (rateLimit === null) return notApplicable;
    const histories = historiesOf(exchanges, rateLimit);
    const verdicts = histories.map((history) =>
      judgeHistory(
        history,
        exchanges.filter((one) => one.organization !== history.organization),
      ),
    );
    return worst(verdicts);
  },
};

/** A failure before an open question before a pass; `not-applicable` where nothing was judged. */
export function worst(verdicts: readonly SequenceJudgement[]): SequenceJudgement {
  return (
    verdicts.find(({ verdict }) => verdict === "fail") ??
    verdicts.find(({ verdict }) => verdict === "inconclusive") ??
    verdicts.find(({ verdict }) => verdict === "pass") ??
    notApplicable
  );
}
