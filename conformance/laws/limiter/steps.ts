/** The walk of `X-RateLimit-Remaining`, from one answer to the next (§8). */
import type { Exchange } from "../../exchange.ts";
import { type History, isAlone, type Told } from "./history.ts";
import { freedBetween, possibleBetween } from "./release.ts";

/** Two surely counted answers; the first had come before the second was asked for. */
export interface Step {
  readonly from: Exchange;
  readonly to: Exchange;
  readonly told: { readonly from: number; readonly to: number };
  /** The organization's exchanges that were sent in between. */
  readonly between: readonly Exchange[];
}

/** The steps of one credential through the history, or of all its keys. */
export function stepsOf(history: History, credential?: string): readonly Step[] {
  const steps: Step[] = [];
  let from: Told | undefined;
  for (const to of history.told) {
    if (credential !== undefined && to.exchange.credential !== credential) continue;
    if (from !== undefined && from.exchange.receivedAt > to.exchange.sentAt) continue;
    if (from !== undefined) {
      steps.push({
        from: from.exchange,
        to: to.exchange,
        told: { from: from.remaining, to: to.remaining },
        between: history.exchanges.slice(from.at + 1, to.at),
      });
    }
    from = to;
  }
  return steps;
}

/** It rose by more than any refilling explains: the window turned. */
export const isTurn = (history: History, step: Step) =>
  step.told.to - step.told.from > freedBetween(history, step.from, step.to) + 1;

/** A window that turned between the two would not show lower than this. */
export const leastAfterTurn = (history: History, from: Exchange, to: Exchange) =>
  history.limit - possibleBetween(history, from, to);

/** The window may have turned in it, seen or not. */
export const mayTurn = (history: History, { from, to, told }: Step) =>
  told.to > told.from || told.to >= leastAfterTurn(history, from, to);

/** Consecutive steps of one credential with nothing of anybody else between, all of requests of one sort. */
export interface Block {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly told: { readonly first: number; readonly last: number };
  readonly requests: number;
}

export const fallOf = ({ told }: Block) => told.first - told.last;

/** The least that the told remaining falls over a block without a window's turn, under any legal limiter. */
export const leastFall = (history: History, block: Block) =>
  block.requests - freedBetween(history, block.first, block.last) - 1;

/** The blocks that end at each step, each as long as it goes. A rise ends a block, and `isShort` one that it is true of. */
export function* blocksOf(
  history: History,
  steps: readonly Step[],
  belongs: (exchange: Exchange) => boolean,
  isShort: (block: Block) => boolean,
): Generator<Block> {
  let block: Block | undefined;
  for (const step of steps) {
    const isInside = step.between.length === 0 && belongs(step.from) && belongs(step.to);
    if (!isInside || step.told.to > step.told.from || (block === undefined && !isAlone(history, step.from))) {
      block = undefined;
      continue;
    }
    block = {
      first: block?.first ?? step.from,
      last: step.to,
      told: { first: block?.told.first ?? step.told.from, last: step.told.to },
      requests: (block?.requests ?? 0) + 1,
    };
    yield block;
    if (isShort(block)) block = undefined;
  }
}
