/** What all steps share that send requests beyond a rate limit. */
import type { Caller } from "../../client/caller.ts";
import type { Client, Outgoing } from "../../client/client.ts";
import { concurrently } from "../../client/concurrently.ts";
import { historyOf } from "../../laws/limiter/histories.ts";
import type { History } from "../../laws/limiter/history.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { withCallers } from "../with-callers.ts";

export interface LimitRun {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  /** The key with which the limit of its organization is exceeded. */
  readonly key: Caller;
  /** The key's organization, as it is reported, or as `organizationForLimiter` assumes it; undefined if unknown. */
  readonly organization?: string | undefined;
  /** Called before each longer wait, in ms; `readEveryMs`: the time between two reads, if some are sent meanwhile. */
  readonly onWait?: ((ms: number, readEveryMs?: number) => void) | undefined;
}

/** Sends without waiting for budget. Resolves to a 429, too. */
export const sendBeyondLimit = (client: Client, outgoing: Outgoing): Promise<Exchange> =>
  client.send({ ...outgoing, ignoresBudget: true });

/** Reads the list of products, without waiting for budget. Resolves to a 429, too. */
export const read = (client: Client, caller: Caller): Promise<Exchange> =>
  sendBeyondLimit(client, { operation: "listProducts", caller });

/** Sends `count` reads concurrently: the first of `others`, and then of the list of products. */
export function sendReads(client: Client, caller: Caller, count: number, others: readonly Outgoing[] = []) {
  const send = (at: number) => sendBeyondLimit(client, others[at] ?? { operation: "listProducts", caller });
  return concurrently(Array.from({ length: count }, (_, at) => () => send(at)));
}

/** All exchanges so far. Those of the key have its organization, even if that is only assumed. */
export const exchangesOf = ({ client, key, organization }: LimitRun): readonly Exchange[] =>
  organization === undefined ? client.exchanges : withCallers(client.exchanges, [{ ...key, organization }]);

/** The history of the key's organization; undefined if that is unknown. */
export function historyOfRun(run: LimitRun): History | undefined {
  const { organization = run.key.organization, rateLimit } = run;
  return organization === undefined ? undefined : historyOf(organization, exchangesOf(run), rateLimit);
}

/** How much longer each wait is than the window requires, in milliseconds: clocks are not exact. */
export const marginMs = 100;

export async function wait({ client, onWait }: LimitRun, ms: number): Promise<void> {
  onWait?.(ms);
  await client.sleep(ms);
}

/**
 * Waits `count` times for `ms`, and reads after each wait. Resolves to the last read. Reads once more soon after one that reports more than
 * a limiter refills gradually: are single requests given back (`too-fast-refill.ts`)?
 */
export async function waitInParts(run: LimitRun, count: number, ms: number): Promise<Exchange> {
  const { client, rateLimit, key, onWait } = run;
  const refillMs = (1000 * rateLimit.windowSeconds) / rateLimit.limit;
  let isReadTwice = false;
  for (let waits = count; ; waits -= 1) {
    onWait?.(waits * ms, ms);
    await client.sleep(ms);
    const exchange = await read(client, key);
    if (waits <= 1) return exchange;
    const remaining = exchange.isSuccess ? (remainingOf(exchange) ?? 0) : 0;
    const isFasterThanRefill = remaining > ((count - waits + 1) * ms) / refillMs + 2 && remaining < rateLimit.limit / 2;
    if (isReadTwice || !isFasterThanRefill) continue;
    isReadTwice = true;
    await client.sleep(2 * refillMs);
    await read(client, key);
  }
}
