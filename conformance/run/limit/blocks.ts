/** Blocks of requests while the limit is not exceeded: `X-RateLimit-Remaining` must fall over each of them (§8, `laws/limiter/minimum-fall.ts`). */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { exchangesOf, type LimitRun, read, sendBeyondLimit, sendConcurrently } from "./limit-run.ts";

export interface BlockOptions extends LimitRun {
  readonly secondKey: Caller | undefined;
  /** A valid submission with the key; undefined where none can be sent. */
  readonly submission: Outgoing | undefined;
}

/** Requests that count against the limit as certainly as the key's reads. */
export const countedKinds = ({ secondKey, submission }: BlockOptions): readonly Outgoing[] => [
  ...(secondKey === undefined ? [] : [{ operation: "listProducts", caller: secondKey } as const]),
  ...(submission === undefined ? [] : [submission]),
];

/** How many requests a block has, at least and at most. */
const minBlock = 4;
const maxBlock = 7;

/** So many requests are to remain after all blocks. */
const minRemaining = 6;

/** Sends several reads with the second key, and several submissions, each block between two reads of the key. */
export async function sendBlocks(options: BlockOptions): Promise<void> {
  const { client, key, rateLimit } = options;
  const before = await read(client, key);
  const kinds = countedKinds(options);
  const remaining = remainingOf(before) ?? rateLimit.limit;
  // One more for the key's read after each block.
  const size = Math.min(maxBlock, Math.floor((remaining - minRemaining) / Math.max(1, kinds.length)) - 1);
  if (size < minBlock) return;
  for (const outgoing of kinds) {
    for (let sent = 0; sent < size; sent += 1) {
      if (!(await sendBeyondLimit(client, outgoing)).isSuccess) return;
    }
    await read(client, key);
  }
}

/** For answers that are as slow as the limiter refills. */
export async function readConcurrently({ client, key }: LimitRun): Promise<void> {
  const before = await read(client, key);
  if ((remainingOf(before) ?? 0) < concurrentReads + 2) return;
  await sendConcurrently(concurrentReads, () => read(client, key));
  await read(client, key);
}

const concurrentReads = 8;

/** The exchanges of the key's organization do not show how `X-RateLimit-Remaining` falls. Others may be on another tier. */
export function isFallUnjudged(run: LimitRun): boolean {
  const { rateLimit, key, organization: own = key.organization } = run;
  const exchanges = exchangesOf(run).filter(({ organization }) => organization === undefined || organization === own);
  const { verdict } = new Sequence(exchanges, rateLimit).verdictOf(remainingFalls);
  return verdict === "inconclusive" || verdict === "not-applicable";
}
