/**
 * Exceeds the limit of one organization, and leaves it alone until it must be served again (§8). It only sends: what the
 * answers prove is for the laws of the limiter, from these exchanges and all others of the run.
 */
import { type BatchOptions, sendBatches } from "./batches.ts";
import { isFallUnjudged, readConcurrently, sendBlocks } from "./blocks.ts";
import { exhaustOther, type OtherOrganizations, readFurther, readHalfway } from "./other-organizations.ts";
import { awaitForgotten, awaitRecovery } from "./recovery.ts";
import { readUntil429 } from "./until-429.ts";

type ProbeOptions = BatchOptions & OtherOrganizations;

/** Undefined once the limit was exceeded; else why it was not. */
export async function probeLimit(options: ProbeOptions): Promise<string | undefined> {
  await awaitForgotten(options);
  await sendBlocks(options);
  const reason = await exhaust(options);
  if (reason !== undefined) return reason;
  // Every organization has a limit: the other's is exhausted while the first is left alone.
  await Promise.all([exhaustOther(options), awaitRecovery(options), readHalfway(options)]);
  await readFurther(options, 1);
  // Where the cases left too few requests for the blocks, the fresh window has room for them.
  if (isFallUnjudged(options)) await sendBlocks(options);
  // Where answers are as slow as the limiter refills, only concurrent requests show a fall.
  if (isFallUnjudged(options)) await readConcurrently(options);
  return undefined;
}

/** Reads until 429, then sends a batch of each kind. All of it once more if the window was reset meanwhile. */
async function exhaust(options: ProbeOptions): Promise<string | undefined> {
  for (let round = 0; round < 2; round += 1) {
    const reason = await readUntil429(options, options.key);
    if (reason !== undefined) return reason;
    if (await sendBatches(options)) return undefined;
  }
  return undefined;
}
