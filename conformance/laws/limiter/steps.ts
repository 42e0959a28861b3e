/** The walk of `X-RateLimit-Remaining`, from one answer to the next (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { type History, isAlone, isRefused, type Told } from "./history.ts";
import { freedBetween, possibleBetween } from "./refill-bounds.ts";

/** Two surely counted answers; the first had come before the second was asked for. */
export interface Step {
  readonly from: Exchange;
  readonly to: Exchange;
  readonly told: { readonly from: number; readonly to: number };
  /** The organization's exchanges that were sent in between. */
  readonly between: readonly Exchange[];
}

/** The steps through those answers of the history that belong; through all of them by default. */
export function stepsOf(history: History, belongs: (exchange: Exchange) => boolean = () => true): readonly Step[] {
  const steps: Step[] = [];
  let from: Told | undefined;
  for (const to of history.told) {
    if (!belongs(to.exchange)) continue;
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

/** It rose by more than any refilling explains, since it was told or since nothing was left: the window turned. */
export function isTurn(history: History, { from, to, told, between }: Step): boolean {
  const refused = between.findLast(
    (one) => one.credential === to.credential && isRefused(one) && one.receivedAt <= to.sentAt,
  );
  const isRise = (since: Exchange, left: number) => told.to - left > freedBetween(history, since, to) + 1;
  return isRise(from, told.from) || (refused !== undefined && isRise(refused, 0));
}

/** A window that turned between the two would not show lower than this. */
export const leastAfterTurn = (history: History, from: Exchange, to: Exchange) =>
  history.limit - possibleBetween(history, from, to);

/** The window may have turned in it, seen or not. */
export const mayTurn = (history: History, { from, to, told }: Step) => told.to >= leastAfterTurn(history, from, to);

/** The walks that a limiter of any kind of buckets tells: those of each key's requests to one endpoint. */
export function walksOf(history: History): readonly { readonly of: Exchange; readonly steps: readonly Step[] }[] {
  const firsts = new Map<string, Exchange>();
  for (const { exchange } of history.told) {
    const name = `${exchange.credential} ${exchange.operation}`;
    if (!firsts.has(name)) firsts.set(name, exchange);
  }
  return [...firsts.values()].map((of) => ({
    of,
    steps: stepsOf(history, (one) => one.credential === of.credential && one.operation === of.operation),
  }));
}

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

/**
 * The blocks that end at each step, each as long as it goes. A rise ends a block, and nothing left, below which it cannot
 * fall; and `isShort` one that it is true of.
 */
export function* blocksOf(
  history: History,
  steps: readonly Step[],
  isShort: (block: Block) => boolean,
): Generator<Block> {
  let block: Block | undefined;
  for (const step of steps) {
    const isWalk = step.between.length === 0 && step.told.to <= step.told.from && step.told.to > 0;
    if (!isWalk || (block === undefined && !isAlone(history, step.from))) {
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
