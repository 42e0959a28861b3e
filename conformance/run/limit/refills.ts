/** Whether a limiter gives back what was used bit by bit (§8), seen from two reads: then a run costs more requests. */

import type { Client } from "../../client/client.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

/** Where a request comes free in so many milliseconds, it is waited for. */
const longestMs = 1500;

/** `first` has just told what is left. One read more, after the time in which one request comes free. */
export async function isRefilling(
  client: Client,
  rateLimit: RateLimit,
  first: Exchange,
  read: () => Promise<Exchange>,
): Promise<boolean> {
  const remaining = remainingOf(first);
  const freedMs = (1.1 * rateLimit.windowSeconds * 1000) / rateLimit.limit;
  if (!first.isSuccess || remaining === undefined || freedMs > longestMs) return false;
  const sinceMs = client.clock.now() - first.receivedAt;
  if (sinceMs < freedMs) await client.sleep(freedMs - sinceMs);
  const second = await read();
  return second.isSuccess && remainingOf(second) === remaining;
}
