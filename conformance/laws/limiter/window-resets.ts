/** How often a window turns (§8: per minute). */

import type { Exchange } from "../../model/exchange.ts";
import type { Fail } from "../../model/verdict.ts";
import { type History, isAlone, isRefused, span } from "./history.ts";
import { leastBetweenTurns, possibleBetween } from "./refill-bounds.ts";
import type { Step } from "./steps.ts";
import { seconds } from "./verdicts.ts";

/** Between `first` and `last` the window turned, or something came free. */
export interface Turn {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly told: { readonly first: number; readonly last: number };
}

/** It came after the last refusal that too few requests follow to have used up a new window. */
export function turnIn(history: History, { from, to, told, between }: Step): Turn {
  const refused = between.filter(
    (one) => one.kind === "api-key" && isRefused(one) && possibleBetween(history, one, to) < history.limit,
  );
  return { first: refused.at(-1) ?? from, last: to, told: { first: told.from, last: told.to } };
}

/** The steps in which something came free: it did not fall, although a request was counted. */
export function releasesOf(history: History, steps: readonly Step[]): readonly Turn[] {
  return steps
    .filter(({ from, told }) => told.to >= told.from && isAlone(history, from))
    .map((step) => turnIn(history, step));
}

/**
 * `turns` are such as no refilling or sliding explains, so that these windows are fixed; in a fixed window nothing comes
 * free until it turns again.
 */
export function judgeTurns(history: History, turns: readonly Turn[], releases: readonly Turn[]): Fail | undefined {
  const all = [...turns, ...releases];
  for (const turn of turns) {
    for (const other of all) {
      const [one, two] = turn.first.sentAt <= other.first.sentAt ? [turn, other] : [other, turn];
      const isApart = one.last.receivedAt <= two.first.sentAt || one.last === two.first;
      if (!isApart || one === two || span(one.first, two.last) >= leastBetweenTurns(history)) continue;
      return {
        verdict: "fail",
        expected: `at most one turn of the window in ${history.windowMs / 1000} s`,
        actual: `X-RateLimit-Remaining went from ${one.told.first} to ${one.told.last} and from ${two.told.first} to ${two.told.last} within ${seconds(span(one.first, two.last))}`,
        exchanges: [one.first.index, one.last.index, two.first.index, two.last.index],
      };
    }
  }
  return undefined;
}
