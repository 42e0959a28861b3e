/** §8: a walk of `X-RateLimit-Remaining` from a full limit to nothing left, and one more served, that nothing explains. */

import type { Exchange } from "../../model/exchange.ts";
import type { Fail } from "../../model/verdict.ts";
import { type History, isRefused, isSure, span, type Told } from "./history.ts";
import { possibleBetween, refilledBetween } from "./refill-bounds.ts";
import { seconds } from "./verdicts.ts";

/**
 * The last one can have come free only where the limiter refills fast enough for one in the length of the walk. Then it
 * would have served one of the requests that were refused for so long afterwards, even if it counts those it refuses.
 */
export function servedAfterWalk(history: History): Fail | undefined {
  if (!history.tellsAfter) return undefined;
  let start: Exchange | undefined;
  let last: Told | undefined;
  for (const told of history.told) {
    if (told.remaining === history.limit - 1) start = told.exchange;
    const isAtZero = told.remaining === 0 && last?.remaining === 0 && last.exchange.receivedAt <= told.exchange.sentAt;
    if (isAtZero && start !== undefined && last !== undefined && isUnexplained(history, start, told)) {
      return {
        verdict: "fail",
        expected: "429, once nothing was left",
        actual: `${told.exchange.status} after one that was told 0 left, ${seconds(span(start, told.exchange))} after one that was told ${history.limit - 1}, and nothing came free for long after`,
        exchanges: [start.index, last.exchange.index, told.exchange.index],
      };
    }
    last = told;
  }
  return undefined;
}

/** Whether one more, served where the first request was refused after nothing was left, would have been found so. */
export function isWalkTelling(history: History): boolean {
  if (!history.tellsAfter) return false;
  const start = history.told.find(({ remaining }) => remaining === history.limit - 1)?.exchange;
  return history.told.some((told) => {
    const at = told.at + 1;
    const refused = history.exchanges[at];
    const isNext = told.remaining === 0 && refused !== undefined && isRefused(refused) && refused.kind === "api-key";
    return isNext && start !== undefined && isUnexplained(history, start, { ...told, exchange: refused, at });
  });
}

function isUnexplained(history: History, start: Exchange, { exchange, at }: Told): boolean {
  const length = span(start, exchange);
  for (const later of history.exchanges.slice(at + 1)) {
    if (isSure(later)) return false;
    if (!isRefused(later) || later.kind !== "api-key") continue;
    const waited = later.sentAt - exchange.receivedAt;
    if (waited + length >= history.windowMs) return false;
    const counted = possibleBetween(history, exchange, later);
    const isSlow = refilledBetween(history, start, exchange) < 1 || waited > counted * length;
    if (isSlow && history.rate * waited > counted) return true;
  }
  return false;
}
