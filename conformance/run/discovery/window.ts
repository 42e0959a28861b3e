/** What the first reads show of a rate limit (§8): was part of the window used before? Is it refilled gradually? */
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { requestsOf } from "../../laws/limiter/timeline.ts";
import { type RateLimit, type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import { sendIgnoringBudget } from "../first-requests.ts";
import type { FirstRead } from "./assign-roles.ts";

/** The run does not wait longer than this for the refill of one request, in milliseconds. */
const maxWaitMs = 1500;

/**
 * Whether the limit is refilled gradually, which makes a run cost more requests. Sends a second read when one request
 * can have been refilled: a limiter that refills reports as many remaining as at the first read.
 */
export async function isRefilling(
  client: Client,
  rateLimits: RateLimits,
  callers: readonly Caller[],
  key: Caller,
): Promise<boolean> {
  const { limit, windowSeconds } = rateLimitOf(rateLimits, key.label) ?? rateLimits;
  const labels = labelsSharing(callers, key);
  const first = client.exchanges.findLast(({ credential }) => labels.includes(credential));
  const remaining = first?.isSuccess ? remainingOf(first) : undefined;
  const refillMs = (1.1 * windowSeconds * 1000) / limit;
  if (first === undefined || remaining === undefined || refillMs > maxWaitMs) return false;
  const sinceMs = client.clock.now() - first.receivedAt;
  if (sinceMs < refillMs) await client.sleep(refillMs - sinceMs);
  const second = await sendIgnoringBudget(client, "listProducts", key);
  return second.isSuccess && remainingOf(second) === remaining;
}

/** The callers whose reads report fewer remaining requests than the run needs: part of the window was used before. */
export function usedUp(
  client: Client,
  rateLimits: RateLimits,
  callers: readonly Caller[],
  reads: readonly FirstRead[],
  needed = Number.POSITIVE_INFINITY,
): readonly { readonly caller: Caller; readonly rateLimit: RateLimit }[] {
  return reads.flatMap(({ caller, exchange }) => {
    const rateLimit = rateLimitOf(rateLimits, caller.label);
    if (exchange.status === 429) return [{ caller, rateLimit: rateLimit ?? rateLimits }];
    const remaining = remainingOf(exchange);
    if (rateLimit === undefined || !exchange.isSuccess || remaining === undefined || remaining < 0) return [];
    const labels = labelsSharing(callers, caller);
    const sent = client.exchanges
      .filter(({ credential }) => labels.includes(credential))
      .reduce((sum, each) => sum + requestsOf(each), 0);
    // If the header shows a smaller limit than declared, waiting does not help. A law judges that.
    const limit = Math.min(rateLimit.limit, limitOf(exchange) ?? rateLimit.limit);
    return remaining < Math.min(limit - sent - 1, needed) ? [{ caller, rateLimit }] : [];
  });
}

/** The labels of the credentials that may use the caller's window: those of its organization, or of an unknown one. */
function labelsSharing(callers: readonly Caller[], { label, organization }: Caller): readonly string[] {
  const sharing = callers.filter((other) => other.organization === undefined || other.organization === organization);
  return [label, ...sharing.map((other) => other.label)];
}
