/** Sends blocks of requests below the limit: over each, `remaining` must fall (§8, `laws/limiter/minimum-fall.ts`). */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { exchangesOf, type LimitRun, read, sendBeyondLimit, sendReads } from "./limit-run.ts";

export interface BlockOptions extends LimitRun {
  readonly secondKey: Caller | undefined;
  /** A valid submission with the key; undefined if the key cannot send one. */
  readonly submission: Outgoing | undefined;
}

/** The classes of requests that count against the limit as certainly as the key's reads. */
export const countedClasses = ({ secondKey, submission }: BlockOptions): readonly Outgoing[] => [
  ...(secondKey === undefined ? [] : [{ operation: "listProducts", caller: secondKey } as const]),
  ...(submission === undefined ? [] : [submission]),
];

/** The smallest and the largest number of requests in a block. */
const minBlock = 3;
const maxBlock = 7;

/** This many requests must remain after all blocks. */
const minRemaining = 5;

/** Sends reads with the second key, and submissions, in blocks; each block between two reads of the key. */
export async function sendBlocks(options: BlockOptions): Promise<void> {
  const { client, key, rateLimit } = options;
  const before = await read(client, key);
  const classes = countedClasses(options);
  const remaining = remainingOf(before) ?? rateLimit.limit;
  // One more for the key's read after each block.
  const size = Math.min(maxBlock, Math.floor((remaining - minRemaining) / Math.max(1, classes.length)) - 1);
  if (size < minBlock) return;
  for (const outgoing of classes) {
    for (let sent = 0; sent < size; sent += 1) {
      if (!(await sendBeyondLimit(client, outgoing)).isSuccess) return;
    }
    await read(client, key);
  }
}

/** Sends concurrent reads between two single ones: on a server that answers as slowly as the limiter refills, only these show a fall. */
export async function readConcurrently({ client, key }: LimitRun): Promise<void> {
  const before = await read(client, key);
  if ((remainingOf(before) ?? 0) < concurrentReads + 2) return;
  await sendReads(client, key, concurrentReads);
  await read(client, key);
}

const concurrentReads = 8;

/** Whether the exchanges of the key's organization do not show that `X-RateLimit-Remaining` falls with each request. */
export function isFallUnjudged(run: LimitRun): boolean {
  const { rateLimit, key, organization: own = key.organization } = run;
  const exchanges = exchangesOf(run).filter(({ organization }) => organization === undefined || organization === own);
  const { verdict } = new Sequence(exchanges, rateLimit).verdictOf(remainingFalls);
  return verdict === "inconclusive" || verdict === "not-applicable";
}
