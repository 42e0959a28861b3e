/**
 * §8: what one organization uses is not taken from another. While the first organization sends nothing, a second one's
 * limit is exceeded, and keys of further organizations read now and then.
 */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { hasConclusiveZero } from "../../laws/limiter/full-to-exhausted.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { historyOfRun, type LimitRun, read, sendReads } from "./limit-run.ts";
import { readAgainIfOverrun, readAgainIfRemaining } from "./recovery.ts";
import { inBursts, readUntil429 } from "./until-429.ts";

export interface OtherOrganizations {
  /** A key of another organization. */
  readonly otherOrganization: Caller | undefined;
  /** Its limit; the key's own by default. */
  readonly otherRateLimit?: RateLimit | undefined;
  /** A key of each further organization, whose `remaining` the others' requests must not change. */
  readonly furtherOrganizations?: readonly Caller[];
  /** Reads that the caller has not sent yet, of items that it was shown. */
  readonly newReads?: (caller: Caller) => readonly Outgoing[];
}

/** How many concurrent reads begin the other organization's window. */
const firstReads = 4;

/** One read for each of the further organizations, or for the first `count` of them. */
export const readFurther = async (
  { client, furtherOrganizations = [] }: LimitRun & OtherOrganizations,
  count = furtherOrganizations.length,
) => {
  for (const further of furtherOrganizations.slice(0, count)) await read(client, further);
};

/** Reads once in the middle of the wait. If a faulty server begins the window anew with each request, the earlier requests then still count after the wait, and the next read shows it. */
export async function readHalfway(options: LimitRun & OtherOrganizations): Promise<void> {
  if ((options.furtherOrganizations ?? []).length === 0) return;
  await options.client.sleep((options.rateLimit.windowSeconds * 1000) / 2);
  await readFurther(options, 1);
}

/** Exceeds the other organization's limit. Reads with keys of the further ones before, between and after. */
export async function exhaustOther(options: LimitRun & OtherOrganizations): Promise<void> {
  const { client, rateLimit, otherOrganization, otherRateLimit = rateLimit, furtherOrganizations = [] } = options;
  if (otherOrganization === undefined) return;
  const { organization } = otherOrganization;
  const newReads = () => options.newReads?.(otherOrganization) ?? [];
  const other = { ...options, rateLimit: otherRateLimit, key: otherOrganization, organization };
  // The further organizations read before, after some requests, and when the limit is exceeded.
  await readFurther(options);
  if (furtherOrganizations.length > 0) await sendReads(client, otherOrganization, firstReads, newReads());
  await readFurther(options);
  // If the other organization is on another tier, reads are sent one by one near its limit, since none has been sent
  // there yet.
  const isLastBurst = otherRateLimit.limit === rateLimit.limit && isZeroConclusive(options);
  await readUntil429(other, otherOrganization, inBursts(isLastBurst), newReads);
  // A 429 to a single read proves more than one to a burst, which a limit on concurrency may reject.
  await read(client, otherOrganization);
  await readFurther(options);
  await readAgainIfRemaining(other);
  await readAgainIfOverrun(other);
}

/**
 * Whether the first organization's countdown to 0 was conclusive. If not, the other organization's ends with single reads, since a request may be
 * given back during a burst.
 */
function isZeroConclusive(run: LimitRun): boolean {
  const history = historyOfRun(run);
  return history !== undefined && hasConclusiveZero(history);
}
