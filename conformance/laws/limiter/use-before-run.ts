/** How much of the limit may have been used before the run (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { type History, memoryMs } from "./history.ts";
import { reportedRemaining } from "./single-exchange.ts";
import { countBefore } from "./timeline.ts";

/** How much more than one a request may cost: some limiters charge more for the first request of a window. */
export const maxFurtherCost = 2;

/**
 * How much more than the organization's own requests may still be used at `exchange`: by others before the run, or because
 * its first request cost more than one. Example: the first response reports 60 of 100, certainly after counting itself. So at most
 * 39 were used before it, until any limiter has forgotten them.
 */
export function maxUseBeforeRun(history: History, exchange: Exchange): number {
  const { reported, limit, remainingIncludesSelf, certainlyIncludesSelf, runStartedAt } = history;
  const memory = memoryMs(history);
  const firstReceivedAt = history.exchanges[0]?.receivedAt ?? 0;
  if (exchange.sentAt > firstReceivedAt + memory) return 0;
  const max = exchange.sentAt > runStartedAt + memory ? maxFurtherCost : Number.POSITIVE_INFINITY;
  // A later response may show a window that was reset in between.
  const answered = countBefore(reported, ({ answeredAt }) => answeredAt <= exchange.sentAt);
  const maxReported = Math.max(reported[answered - 1]?.maxSoFar ?? 0, reportedRemaining(exchange) ?? 0);
  if (maxReported <= 0) return max;
  // One less than the limit may also be left by another's only request, where the server reports before it counts. That is left out of account.
  const includesSelf = certainlyIncludesSelf || (remainingIncludesSelf && maxReported >= limit - 1);
  return Math.min(max, Math.max(0, limit - maxReported - (includesSelf ? 1 : 0)));
}
