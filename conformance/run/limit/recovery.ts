/** Waits until an organization that was refused must be served again (§8), looking in now and then. */

import { recoveryMs } from "../../client/budget.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

export interface RecoveryOptions {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  readonly key: Caller;
  read(): Promise<Exchange>;
  readonly onWait?: (ms: number) => void;
}

/**
 * A window and two requests' time is enough for any legal limiter, but for a sliding counter that counts what it refused:
 * two windows are enough for that one too. They are also waited for where this run has not shown what a fresh limit tells.
 * The few reads meanwhile show a window that is too short.
 */
export async function watchRecovery(options: RecoveryOptions): Promise<void> {
  const { client, rateLimit, read, onWait } = options;
  const windowMs = rateLimit.windowSeconds * 1000;
  const alone = 2 * windowMs + Math.min(1000, (1.5 * windowMs) / rateLimit.limit) + 100;
  const wait = (ms: number) => {
    onWait?.(ms);
    return client.sleep(ms);
  };
  if (isFreshLimitUnknown(options)) {
    await wait(alone);
    await read();
    return;
  }
  const looks = Math.min(5, Math.floor(rateLimit.limit / 10));
  const quietMs = recoveryMs(rateLimit) + 100;
  for (let look = 0; look < looks; look += 1) {
    await wait(quietMs / (looks + 1));
    await read();
  }
  await wait(quietMs / (looks + 1));
  let last = await read();
  for (let more = 0; more < looks && last.status === 429; more += 1) {
    await wait((alone - quietMs) / looks);
    last = await read();
  }
  if ((remainingOf(last) ?? rateLimit.limit) >= rateLimit.limit - 2 * looks - 2) return;
  // Only a sliding counter still remembers; it then forgets as fast as it is asked.
  await client.sleep((2 * windowMs) / rateLimit.limit);
  const next = await read();
  if (next.isSuccess && (remainingOf(next) ?? 0) >= (remainingOf(last) ?? 0)) return;
  await wait(alone - windowMs);
  await read();
}

/**
 * Whether a full limit has been shown, or what is told when one request of it is used: else nothing yet tells a limit that
 * is one too low from one that others had begun to use, or from an answer that counts the next request already.
 */
function isFreshLimitUnknown({ client, rateLimit, key }: RecoveryOptions): boolean {
  const own = client.exchanges.filter(
    (one) => one.kind === "api-key" && one.organization === key.organization && (one.isSuccess || one.status === 429),
  );
  const told = own.flatMap((one) => (one.isSuccess ? [remainingOf(one) ?? rateLimit.limit] : []));
  const most = Math.max(...told);
  if (most >= rateLimit.limit) return false;
  const [first] = own;
  const before = first === undefined ? [] : client.exchanges.slice(0, first.index);
  const nobodys = before.filter(({ organization }) => organization === undefined).length;
  const isFresh = most >= rateLimit.limit - 1 || (told[0] ?? 0) + 1 + nobodys >= rateLimit.limit;
  return !isFresh || Math.min(...told) > 0;
}
