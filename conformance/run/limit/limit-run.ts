/** What every step that sends requests beyond a rate limit is given. */

import type { Caller } from "../../client/caller.ts";
import type { Client, Outgoing } from "../../client/client.ts";
import { concurrently } from "../../client/concurrently.ts";
import { type History, historiesOf } from "../../laws/limiter/history.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { withCallers } from "../report/with-callers.ts";

export interface LimitRun {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  /** The key that exceeds the limit of its organization. */
  readonly key: Caller;
  /** What its limit is taken to be the limit of, where the target does not report its organization. */
  readonly organization?: string | undefined;
  /** Called before each longer wait, in milliseconds; and with the time between two reads, where some are sent meanwhile. */
  readonly onWait?: ((ms: number, readEveryMs?: number) => void) | undefined;
}

/** A read that waits for no budget, by default of the list of products; 429 is an answer. */
export const read = (
  client: Client,
  caller: Caller,
  outgoing: Outgoing = { operation: "listProducts", caller },
): Promise<Exchange> => client.send({ ...outgoing, ignoresBudget: true });

/** What was sent until now; with the key, of what its limit is taken to be the limit of. */
export const exchangesOf = ({ client, key, organization }: LimitRun): readonly Exchange[] =>
  organization === undefined ? client.exchanges : withCallers(client.exchanges, [{ ...key, organization }]);

/** What that shows of the key's limit; undefined where it is not known whose limit that is. */
export const historyOf = (run: LimitRun): History | undefined =>
  historiesOf(exchangesOf(run), run.rateLimit).find(
    (history) => history.organization === (run.organization ?? run.key.organization),
  );

export async function wait({ client, onWait }: LimitRun, ms: number): Promise<void> {
  onWait?.(ms);
  await client.sleep(ms);
}

/** Waits for `count` times `ms`, and reads after each. The last read. */
export async function waitInParts({ client, key, onWait }: LimitRun, count: number, ms: number): Promise<Exchange> {
  for (let left = count; ; left -= 1) {
    onWait?.(left * ms, ms);
    await client.sleep(ms);
    const exchange = await read(client, key);
    if (left <= 1) return exchange;
  }
}

/** Sends `count` times, concurrently. */
export const sendConcurrently = (count: number, send: () => Promise<Exchange>): Promise<readonly Exchange[]> =>
  concurrently(Array.from({ length: count }, () => send));
