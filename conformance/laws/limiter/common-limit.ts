/** Whether one counter for all organizations explains every 429 of a run (§8: the limit is per organization). */
import { type Exchange, exchangeOf } from "../../model/exchange.ts";
import type { Sequence } from "../sequence-law.ts";
import { type History, historiesOf, isCertainlyCounted, isKey429 } from "./history.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";

/**
 * Takes all organizations, of one tier, for one: then no 429 is early, and after none is another organization served.
 */
export function isExplainedByOneLimit({ exchanges, histories }: Sequence): boolean {
  const [history] = histories;
  if (history === undefined) return false;
  const { organization, limit, windowMs } = history;
  if (histories.some((own) => own.limit !== limit || own.windowMs !== windowMs)) return false;
  const joined = exchanges.map((exchange) => exchangeOf({ ...exchange, organization }));
  const [common] = historiesOf(joined, { limit, windowSeconds: windowMs / 1000 });
  if (common === undefined || common.exchanges.some((each) => isKey429(each) && isBelowLimit(common, each)))
    return false;
  return !histories.some((own) =>
    own.exchanges.some((rejected) => isKey429(rejected) && areOthersServed(common, own, exchanges, rejected)),
  );
}

/** Right after a 429, other organizations were served more than one exhausted counter can have given back. */
function areOthersServed(
  common: History,
  { organization }: History,
  exchanges: readonly Exchange[],
  rejected: Exchange,
): boolean {
  let served = 0;
  for (const exchange of exchanges) {
    if (exchange.sentAt < rejected.receivedAt) continue;
    if (!isCertainlyCounted(exchange) || exchange.organization === organization) return false;
    served += 1;
    if (served > 2 + maxFreedBetween(common, rejected, exchange)) return true;
  }
  return false;
}
