/** Whether a 429 is of the organization's limit (§8), or may be of another that a gateway has: on concurrency, by address, for a second. */
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type History, hasNoConcurrent, isCertainlyCounted, isKey429 } from "./history.ts";

/** It reports that nothing remains; or the key is still rejected later, by itself, while nothing else explains it. */
export function isByLimit(history: History, rejected: Exchange, exchanges: readonly Exchange[]): boolean {
  return (remainingOf(rejected) ?? 1) <= 0 || isLasting(history, rejected, exchanges);
}

/** The key is still rejected later, by itself, while others are served. */
export function isLasting(history: History, rejected: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!hasNoConcurrent(history, rejected)) return false;
  const minMs = minLastingMs({ windowSeconds: history.windowMs / 1000 });
  for (const later of history.exchanges.filter(({ sentAt }) => sentAt > rejected.receivedAt)) {
    const waitedMs = later.sentAt - rejected.receivedAt;
    if (isCertainlyCounted(later) || waitedMs > history.windowMs) return false;
    if (!isKey429(later) || waitedMs < minMs || !hasNoConcurrent(history, later)) continue;
    if (!mayBeOfAddress(history, rejected, later, exchanges)) return true;
  }
  return false;
}

/** No limit on requests in a second rejects for so long. In milliseconds. */
export const minLastingMs = ({ windowSeconds }: Pick<RateLimit, "windowSeconds">) => 100 * windowSeconds;

/** After requests without valid credentials, or while others send: unless another organization was served meanwhile. */
function mayBeOfAddress(
  history: History,
  rejected: Exchange,
  later: Exchange,
  exchanges: readonly Exchange[],
): boolean {
  const isOther = ({ organization }: Exchange) => organization !== history.organization;
  const wasServed = (other: Exchange) =>
    other.organization !== undefined && other.sentAt >= rejected.receivedAt && other.receivedAt <= later.sentAt;
  const others = exchanges.filter((other) => isOther(other) && other.sentAt < later.receivedAt);
  return others.length > 0 && !others.some((other) => isCertainlyCounted(other) && wasServed(other));
}
