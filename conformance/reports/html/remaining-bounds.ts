/** What `X-RateLimit-Remaining` must be (§8), whichever legal limiter the target has. */
import { type History, isCertainlyCounted } from "../../laws/limiter/history.ts";
import { maxFreedInChunks } from "../../laws/limiter/refill-bounds.ts";
import { maxUsed } from "../../laws/limiter/usage-upper-bound.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

export interface Bounds {
  /** The position of the exchange in the history. */
  readonly position: number;
  readonly min: number;
  readonly max: number;
}

/** Of at most so many exchanges: each looks at all others. */
const maxSamples = 160;

/**
 * At least what is left when all that may count does; at most what is left of the last value that was not less than the one
 * before it, when only what certainly counts does. A window that resets shows as such a rise.
 */
export function remainingBounds(history: History): readonly Bounds[] {
  const { exchanges, limit } = history;
  const every = Math.max(1, Math.ceil(exchanges.length / maxSamples));
  const bounds: Bounds[] = [];
  let start: Exchange | undefined;
  let atStart = limit;
  let counted = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (const [position, exchange] of exchanges.entries()) {
    const remaining = isCertainlyCounted(exchange) ? remainingOf(exchange) : undefined;
    const hasRisen = remaining !== undefined && remaining > before;
    if (hasRisen) [start, atStart, counted] = [exchange, Math.min(limit, remaining), 0];
    else if (isCertainlyCounted(exchange)) counted += 1;
    before = remaining ?? before;
    if (position % every > 0 && position < exchanges.length - 1 && !hasRisen) continue;
    const min = Math.max(0, Math.floor(limit - maxUsed(history, exchange)) - 1);
    const freed = start === undefined || hasRisen ? 0 : maxFreedInChunks(history, start, exchange, 2);
    const max = hasRisen ? limit : Math.min(limit, Math.floor(atStart - counted + freed));
    bounds.push({ position, min: Math.min(min, limit), max: Math.max(max, 0) });
  }
  return bounds;
}
