/** Bounds of `X-RateLimit-Remaining` (§8) that hold for every legal limiter. */
import type { History } from "../../laws/limiter/history.ts";
import { maxFreedInChunks } from "../../laws/limiter/refill-bounds.ts";
import { isCertainlyCounted } from "../../laws/limiter/single-exchange.ts";
import { maxUsed } from "../../laws/limiter/usage-upper-bound.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

interface Bounds {
  /** The position of the exchange in the history. */
  readonly position: number;
  readonly min: number;
  readonly max: number;
}

/** Bounds are computed for about this many exchanges, because each is compared with all others. */
const maxSamples = 120;

/**
 * The minimum assumes that every request which may count is counted. The maximum starts from the last value that rose, such as at a
 * reset of the window, and assumes that only certainly counted requests are subtracted from it.
 */
export function remainingBounds(history: History): readonly Bounds[] {
  const { exchanges, limit } = history;
  const every = Math.max(1, Math.ceil(exchanges.length / maxSamples));
  const rises = lastRises(exchanges);
  const bounds: Bounds[] = [];
  for (const [position, exchange] of exchanges.entries()) {
    const start = rises[position];
    const hasRisen = start?.exchange === exchange;
    const isSampled = position % every === 0 || position === exchanges.length - 1;
    if (!isSampled && !(hasRisen && bounds.length < 2 * maxSamples)) continue;
    const min = Math.min(limit, Math.max(0, Math.floor(limit - maxUsed(history, exchange)) - 1));
    const max = start === undefined || hasRisen ? limit : maxSince(history, start, exchange);
    bounds.push({ position, min, max });
  }
  return bounds;
}

/** For each exchange: the last one up to it at which the value rose. The first value counts as a rise; before it, undefined. */
function lastRises(exchanges: readonly Exchange[]): readonly (Reported | undefined)[] {
  let start: Reported | undefined;
  let before: Reported | undefined;
  return exchanges.map((exchange) => {
    const remaining = isCertainlyCounted(exchange) ? remainingOf(exchange) : undefined;
    if (remaining === undefined) return start;
    const reported = { exchange, remaining };
    if (isRise(before, reported)) start = reported;
    before = reported;
    return start;
  });
}

interface Reported {
  readonly exchange: Exchange;
  readonly remaining: number;
}

/** Of two exchanges that were in flight at the same time, either may have been counted first. */
const isRise = (before: Reported | undefined, { exchange, remaining }: Reported) =>
  before === undefined || (remaining > before.remaining && before.exchange.receivedAt <= exchange.sentAt);

function maxSince(history: History, start: Reported, exchange: Exchange): number {
  const isCountedBetween = (other: Exchange) =>
    isCertainlyCounted(other) && other.sentAt >= start.exchange.receivedAt && other.receivedAt <= exchange.sentAt;
  const counted = history.exchanges.filter((other) => other !== start.exchange && isCountedBetween(other)).length;
  const itself = isCertainlyCounted(exchange) ? 1 : 0;
  const freed = maxFreedInChunks(history, start.exchange, exchange, 2);
  const max = Math.floor(start.remaining - counted - itself + freed);
  return Math.min(history.limit, Math.max(0, max));
}
