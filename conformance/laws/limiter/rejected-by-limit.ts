/**
 * Whether a 429 is certainly due to the organization's limit (§8). A gateway may have other limits: on concurrent
 * requests, on an address, on requests per second. A 429 of these does not report `X-RateLimit-Remaining: 0`, and does
 * not last: a tenth of a window later (6 s of 60) a lone request is served again.
 */
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { isCertainlyCounted, isKey429 } from "./single-exchange.ts";

export function isByLimit(history: History, rejected: Exchange, exchanges: readonly Exchange[]): boolean {
  return (remainingOf(rejected) ?? 1) <= 0 || isLasting(history, rejected, exchanges);
}

/** A lone request is still rejected later, and no limit on the address explains it. */
export function isLasting(history: History, rejected: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!hasNoConcurrent(history, rejected)) return false;
  const minMs = minLastingMs({ windowSeconds: history.windowMs / 1000 });
  for (const later of history.exchanges.filter(({ sentAt }) => sentAt > rejected.receivedAt)) {
    const waitedMs = later.sentAt - rejected.receivedAt;
    if (isCertainlyCounted(later) || waitedMs > history.windowMs) return false;
    if (!isKey429(later) || waitedMs < minMs || !hasNoConcurrent(history, later)) continue;
    if (!mayBeLimitOnAddress(history, rejected, later, exchanges)) return true;
  }
  return false;
}

/** How long a 429 must last, in ms: a tenth of the window, which is longer than limits on requests per second. */
export const minLastingMs = ({ windowSeconds }: Pick<RateLimit, "windowSeconds">) => 100 * windowSeconds;

/** Other organizations sent requests from this address, and none of them was served between the two 429s. */
function mayBeLimitOnAddress(
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
