/** What the first reads show of an organization's window (§8): whether part of it was used before the run, and whether it refills. */
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import { type RateLimits, rateLimitOf } from "../model/check.ts";
import { limitOf, remainingOf } from "../model/rate-limit-headers.ts";
import { answerTo } from "./answer-to.ts";
import type { FirstRead } from "./assign-roles.ts";

/** Where one request takes longer to be refilled, in milliseconds, it is not waited for. */
const maxWaitMs = 1500;

/**
 * Whether the limiter gives back what was used bit by bit, as a read shows after the time in which one request is refilled:
 * then a run costs more requests.
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
  const second = await answerTo(client, "listProducts", key);
  return second.isSuccess && remainingOf(second) === remaining;
}

/** The reads of organizations of whose window an earlier run, or somebody else, has left fewer requests than the run needs. */
export function usedUp(
  client: Client,
  rateLimits: RateLimits,
  callers: readonly Caller[],
  reads: readonly FirstRead[],
  needed: number,
): readonly FirstRead[] {
  return reads.filter(({ caller, exchange }) => {
    if (exchange.status === 429) return true;
    const remaining = remainingOf(exchange);
    const rateLimit = rateLimitOf(rateLimits, caller.label);
    if (rateLimit === undefined || !exchange.isSuccess || remaining === undefined || remaining < 0) return false;
    const labels = labelsSharing(callers, caller);
    const sent = client.exchanges.filter(({ credential }) => labels.includes(credential)).length;
    // A limit other than declared is judged, not waited for.
    const limit = Math.min(rateLimit.limit, limitOf(exchange) ?? rateLimit.limit);
    return remaining < Math.min(limit - sent - 1, needed);
  });
}

/** The credentials that may use the caller's window: its organization's, and those whose organization is unknown. */
function labelsSharing(callers: readonly Caller[], { label, organization }: Caller): readonly string[] {
  const sharing = callers.filter((other) => other.organization === undefined || other.organization === organization);
  return [label, ...sharing.map((other) => other.label)];
}
