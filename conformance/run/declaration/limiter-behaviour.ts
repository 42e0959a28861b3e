/**
 * What may explain failures of the limiter's laws (§8): a wrong declaration, or two instances of the server that count
 * separately.
 */
import { type History, isCertainlyCounted, isKey429 } from "../../laws/limiter/history.ts";
import { earlyResetOf } from "../../laws/limiter/remaining-falls.ts";
import { separateCounts } from "../../laws/limiter/separate-counts.ts";
import { seconds, spanMs } from "../../laws/limiter/timeline.ts";
import { servedTooManyIn } from "../../laws/limiter/window-resets.ts";
import { limitOf } from "../../model/rate-limit-headers.ts";

/** At most one sentence, about the first organization that shows something. `failed`: the ids of the failed checks. */
export function limiterDoubts(histories: readonly History[], failed: ReadonlySet<string>): readonly string[] {
  const doubts = histories.flatMap((history) => doubtOf(history, failed) ?? []);
  const isAny429 = histories.some(({ exchanges }) => exchanges.some(isKey429));
  if (doubts.length > 0 || isAny429 || !failed.has("limit.refused-when-exceeded")) return doubts.slice(0, 1);
  return histories.flatMap((history) => noLimitOf(history) ?? []).slice(0, 1);
}

function doubtOf(history: History, failed: ReadonlySet<string>): string | undefined {
  const { exchanges, windowMs } = history;
  if (failed.has("limit.remaining-falls")) {
    const found = separateCounts(history);
    if (found !== undefined) return `${found}: do two instances answer that count apart?`;
    const early = earlyResetOf(history);
    if (early !== undefined && servedTooManyIn(early) === undefined) {
      const span = seconds(spanMs(early.earlier.first, early.later.last));
      return `the window was reset twice in ${span}, but ${windowMs / 1000} s are declared: set rateLimit.windowSeconds (--window), or do two instances answer?`;
    }
  }
  if (failed.has("limit.recovers") && exchanges.some(isKey429)) {
    return `429 was still answered after a window without requests, and ${windowMs / 1000} s are declared: is the window longer? Then set rateLimit.windowSeconds (--window)`;
  }
  return undefined;
}

function noLimitOf({ exchanges, limit, windowMs }: History): string | undefined {
  // A larger limit in the headers explains it, and is a doubt of its own.
  if (exchanges.some((exchange) => (limitOf(exchange) ?? 0) > limit)) return undefined;
  const served = exchanges.filter(isCertainlyCounted);
  const [first] = served;
  const last = served.at(-1);
  if (first === undefined || last === undefined || served.length <= limit) return undefined;
  return `no limit was seen: ${served.length} requests in ${seconds(spanMs(first, last))}, none answered 429, but ${limit} in ${windowMs / 1000} s are declared. Is rate limiting switched off here? Then declare "rateLimit": null`;
}
