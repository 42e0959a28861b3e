/**
 * §8: what one organization uses is not taken from another. While the first organization is left alone, a second one's limit is exceeded,
 * and keys of further ones read now and then.
 */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { hasConclusiveZero } from "../../laws/limiter/full-to-exhausted.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { historyOf, type LimitRun, read, sendConcurrently } from "./limit-run.ts";
import { readAgainIfOverrun, readAgainIfRemaining } from "./recovery.ts";
import { inBursts, readUntil429 } from "./until-429.ts";

export interface OtherOrganizations {
  /** A key of another organization. */
  readonly otherOrganization: Caller | undefined;
  /** Its limit; the key's own by default. */
  readonly otherRateLimit?: RateLimit | undefined;
  /** A key of each further organization, to see that what the others use is not taken from it. */
  readonly furtherOrganizations?: readonly Caller[];
  /** Reads that the caller has not sent yet, of items that it was shown. */
  readonly newReads?: (caller: Caller) => readonly Outgoing[];
}

/** How many concurrent reads begin the other organization's window, so that what they take from the further ones shows. */
const firstReads = 4;

/** One read for each of the further organizations, or for the first `count` of them. */
export const readFurther = async (
  { client, furtherOrganizations = [] }: LimitRun & OtherOrganizations,
  count = furtherOrganizations.length,
) => {
  for (const further of furtherOrganizations.slice(0, count)) await read(client, further);
};

/** Together with a read after the wait, it shows a window that each request renews: such a window has not ended then. */
export async function readHalfway(options: LimitRun & OtherOrganizations): Promise<void> {
  if ((options.furtherOrganizations ?? []).length === 0) return;
  await options.client.sleep((options.rateLimit.windowSeconds * 1000) / 2);
  await readFurther(options, 1);
}

/** Exceeds the other organization's limit, and reads for the further ones before, between and after. */
export async function exhaustOther(options: LimitRun & OtherOrganizations): Promise<void> {
  const { client, rateLimit, otherOrganization, otherRateLimit = rateLimit, furtherOrganizations = [] } = options;
  if (otherOrganization === undefined) return;
  const { organization } = otherOrganization;
  const newReads = () => options.newReads?.(otherOrganization) ?? [];
  const other = { ...options, rateLimit: otherRateLimit, key: otherOrganization, organization };
  // What one uses is not to be taken from any other: seen before and after some reads, and once the limit is exceeded.
  await readFurther(options);
  const first = newReads().values();
  if (furtherOrganizations.length > 0)
    await sendConcurrently(firstReads, () => read(client, otherOrganization, first.next().value));
  await readFurther(options);
  // Of another tier nothing is known yet: its end is looked at one by one.
  const isLastBurst = otherRateLimit.limit === rateLimit.limit && isZeroConclusive(options);
  await readUntil429(other, otherOrganization, inBursts(isLastBurst), newReads);
  // A 429 to one read alone shows more than those of a burst, which a limit on concurrency may have caused.
  await read(client, otherOrganization);
  await readFurther(options);
  await readAgainIfRemaining(other);
  await readAgainIfOverrun(other);
}

/** If not, a second countdown to 0, with single reads, shows more than a burst does: what exceeds the limit may have been given back. */
function isZeroConclusive(run: LimitRun): boolean {
  const history = historyOf(run);
  return history !== undefined && hasConclusiveZero(history);
}
