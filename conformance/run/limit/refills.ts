/** Whether a limiter gives back what was used bit by bit (§8), as two reads show: then a run costs more requests. */
import type { Client } from "../../client/client.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

/** Where one request takes longer to be refilled, in milliseconds, it is not waited for. */
const maxWaitMs = 1500;

/** `first` was answered last. Reads once more, after the time in which one request is refilled. */
export async function isRefilling(
  client: Client,
  rateLimit: RateLimit,
  first: Exchange,
  read: () => Promise<Exchange>,
): Promise<boolean> {
  const remaining = remainingOf(first);
  const refillMs = (1.1 * rateLimit.windowSeconds * 1000) / rateLimit.limit;
  if (!first.isSuccess || remaining === undefined || refillMs > maxWaitMs) return false;
  const sinceMs = client.clock.now() - first.receivedAt;
  if (sinceMs < refillMs) await client.sleep(refillMs - sinceMs);
  const second = await read();
  return second.isSuccess && remainingOf(second) === remaining;
}
