/** Whether one counter for all organizations explains every 429 of a run (§8: the limit is per organization). */
import { type Exchange, exchangeOf } from "../../model/exchange.ts";
import type { Sequence } from "../sequence-law.ts";
import { historiesOf } from "./histories.ts";
import type { History } from "./history.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { isCertainlyCounted, isKey429 } from "./single-exchange.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";

/**
 * Judges all requests as if one organization had sent them. True if then no 429 comes too early, and no other
 * organization was served right after a 429. False if organizations have different limits.
 */
export function isExplainedByOneLimit({ exchanges, histories }: Sequence): boolean {
  const [history] = histories;
  if (history === undefined) return false;
  const { organization, limit, windowMs } = history;
  if (histories.some((other) => other.limit !== limit || other.windowMs !== windowMs)) return false;
  const joined = exchanges.map((exchange) => exchangeOf({ ...exchange, organization }));
  const [common] = historiesOf(joined, { limit, windowSeconds: windowMs / 1000 });
  if (common === undefined) return false;
  const rejected = common.exchanges.filter(isKey429);
  if (rejected.some((exchange) => isBelowLimit(common, exchange))) return false;
  return !histories.some((own) =>
    own.exchanges.filter(isKey429).some((exchange) => areOthersServed(common, own, exchanges, exchange)),
  );
}

/** Right after a 429, other organizations were served more requests than an exhausted counter can have given back. */
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
