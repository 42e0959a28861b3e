/**
 * A whole limit at once (§8): where the fill was too slow to tell one request too many from one that came free meanwhile,
 * a limit that is full again is used up so fast that nothing can.
 */

import { recoveryMs } from "../../client/budget.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { historiesOf } from "../../laws/limiter/history.ts";
import { isBeyond, rowsOf } from "../../laws/limiter/overrun.ts";
import { isWalkTelling } from "../../laws/limiter/walk.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

export interface AtOnceOptions {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  /** The key that crossed the limit. */
  readonly key: Caller;
  readonly onWait?: (ms: number) => void;
}

/** So many reads at once. */
const widest = 36;
/** So many are waited for, of those that were used since the limit was full again. */
const mostMissing = 17;
/** What is used at once must be some, or it could as well be used one by one. */
const leastLeft = 3;
const mostLooks = 30;

/** After the organization was served again. A second time where the first shows one too many: the law asks for two. */
export async function useAtOnce(options: AtOnceOptions): Promise<void> {
  if (isTold(options) || !isFast(options)) return;
  for (let time = 0; time < 2; time += 1) {
    if (leftExactly(options) === undefined) await pause(options);
    const left = leftExactly(options);
    if (left === undefined) return;
    await useAll(left, options);
    if (time > 0 || !hasServedMore(options)) return;
    await wait(options, recoveryMs(options.rateLimit) + 100);
    await read(options);
  }
}

const read = ({ client, key }: AtOnceOptions): Promise<Exchange> =>
  client.send({ operation: "listProducts", caller: key, isCrossing: true });

async function wait({ client, onWait }: AtOnceOptions, ms: number): Promise<void> {
  onWait?.(ms);
  await client.sleep(ms);
}

/**
 * A pause: after it a limiter that does not refill tells one less than before, and what it tells is exact. One that refills is
 * soon full again, and that is exact too. A sliding counter tells the same twice when one has just come free.
 */
async function pause(options: AtOnceOptions): Promise<void> {
  const { client, rateLimit } = options;
  const tokenMs = (rateLimit.windowSeconds * 1000) / rateLimit.limit;
  const missing = rateLimit.limit - 1 - leftAfter(client.exchanges.at(-1), options);
  for (const tokens of [3, missing]) {
    if (tokens > mostMissing) break;
    await wait(options, tokens * tokenMs);
    await read(options);
    if (leftExactly(options) !== undefined) return;
  }
  const looks = Math.min(leftAfter(client.exchanges.at(-1), options) - leastLeft, mostLooks);
  for (let sent = 0; sent < looks && leftExactly(options) === undefined; sent += 1) {
    await client.sleep(tokenMs / 6);
    await read(options);
  }
}

const leftAfter = (last: Exchange | undefined, { key }: AtOnceOptions) =>
  (last?.credential === key.label && remainingOf(last)) || 0;

/** One more than is left. */
async function useAll(left: number, options: AtOnceOptions): Promise<void> {
  for (let sent = 0; sent <= left; ) {
    const width = Math.min(widest, left + 1 - sent);
    const answers = await Promise.all(Array.from({ length: width }, () => read(options)));
    if (answers.some(({ isSuccess }) => !isSuccess)) return;
    sent += width;
  }
}

function hasServedMore(options: AtOnceOptions): boolean {
  const history = historyOf(options);
  return history !== undefined && rowsOf(history).some((row) => isBeyond(history, row));
}

/** What is exactly left after the last answer, if that is known. */
function leftExactly(options: AtOnceOptions): number | undefined {
  const history = historyOf(options);
  const last = options.client.exchanges.at(-1);
  const row = history && rowsOf(history).findLast((one) => one.first.index === last?.index);
  return row && row.most - 1;
}

/** The walk of the fill would have shown one too many, or nothing tells. */
function isTold(options: AtOnceOptions): boolean {
  const history = historyOf(options);
  return history === undefined || !history.tellsAfter || isWalkTelling(history);
}

const historyOf = ({ client, rateLimit, key }: AtOnceOptions) =>
  historiesOf(client.exchanges, rateLimit).find(({ organization }) => organization === key.organization);

function isFast({ client, rateLimit, key }: AtOnceOptions): boolean {
  const reads = client.exchanges.filter(({ credential, isSuccess }) => credential === key.label && isSuccess).slice(-8);
  return isFastEnough(rateLimit, Math.max(...reads.map(({ sentAt, receivedAt }) => receivedAt - sentAt)));
}

/** A whole limit can be used in less time than one request of it takes to come free. */
export function isFastEnough({ limit, windowSeconds }: RateLimit, latencyMs: number): boolean {
  const rounds = 1 + Math.ceil(limit / widest);
  return rounds * latencyMs * (limit / (windowSeconds * 1000)) < 0.95;
}
