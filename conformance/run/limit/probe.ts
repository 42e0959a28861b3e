/** Exceeds the limit of one organization, and waits until it must be served again (§8). The limiter's laws judge. */
import { type BatchOptions, sendBatches } from "./batches.ts";
import { isFallUnjudged, readConcurrently, sendBlocks } from "./blocks.ts";
import { exhaustOther, type OtherOrganizations, readFurther, readHalfway } from "./other-organizations.ts";
import { awaitForgotten, awaitRecovery } from "./recovery.ts";
import { readUntil429 } from "./until-429.ts";

type ProbeOptions = BatchOptions & OtherOrganizations;

/** Undefined if the limit was exceeded, else the reason why not. */
export async function probeLimit(options: ProbeOptions): Promise<string | undefined> {
  await awaitForgotten(options);
  await sendBlocks(options);
  const reason = await exhaust(options);
  if (reason !== undefined) return reason;
  // Every organization has a limit: the other's is exceeded while the first one waits.
  await Promise.all([exhaustOther(options), awaitRecovery(options), readHalfway(options)]);
  await readFurther(options, 1);
  // If the cases left too few requests for the blocks, they are sent in the fresh window.
  if (isFallUnjudged(options)) await sendBlocks(options);
  // If the server answers as slowly as the limiter refills, only concurrent requests show a fall.
  if (isFallUnjudged(options)) await readConcurrently(options);
  return undefined;
}

/** Reads until a 429, then sends a batch of each class. Does both again if the window was reset meanwhile. */
async function exhaust(options: ProbeOptions): Promise<string | undefined> {
  for (let round = 0; round < 2; round += 1) {
    const reason = await readUntil429(options, options.key);
    if (reason !== undefined) return reason;
    if (await sendBatches(options)) return undefined;
  }
  return undefined;
}
