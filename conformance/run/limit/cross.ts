/** Decides whether the rate limit is exceeded on purpose, and by whom. */
import { type Caller, isUnrestrictedKey } from "../../client/caller.ts";
import { NotJudgeable } from "../../model/check.ts";
import { limitSwitchedOff, type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import type { Discovery } from "../discovery/discover.ts";
import { callerInRole, missingRole } from "../discovery/roles.ts";
import type { Run } from "../run.ts";
import { sendBursts } from "./burst.ts";
import { disguised } from "./disguises.ts";
import { newReads } from "./new-reads.ts";
import { organizationForLimiter } from "./organization-of-key.ts";
import { probeLimit } from "./probe.ts";
import { readAgainIfOverrun } from "./recovery.ts";
import { readsOf, submissionFor, updateOf } from "./repeatable-requests.ts";
import { exceedInParallel, hasExceededInParallel } from "./until-429.ts";

/**
 * `not-attempted`: the target file or the run lacks something · `not-reached`: there was no 429, with the reason.
 * `hasSubmitted`: whether the key could send submissions, if known.
 */
export type Crossing =
  | { readonly outcome: "not-attempted"; readonly reason: string }
  | { readonly outcome: "not-reached"; readonly reason: string; readonly hasSubmitted?: boolean }
  | { readonly outcome: "exceeded"; readonly hasSubmitted: boolean };

/** Exceeds the limit of `discovery.limitCaller`'s organization. Does not throw, whatever the target does. */
export async function crossLimit(run: Run, discovery: Discovery): Promise<Crossing> {
  if (discovery.kind === "cut") return { outcome: "not-reached", reason: discovery.reason };
  if (!run.exceedsLimit)
    return notAttempted(
      "the rate limit was deliberately not exceeded, since --only or --skip leave out the checks that need it",
    );
  const { limitCaller: key, rateLimits, cast } = discovery;
  if (rateLimits === null) return notAttempted(limitSwitchedOff);
  if (discovery.kind === "other-api") return notAttempted(discovery.skipReason);
  if (key === undefined && hasUndeclaredTier(rateLimits)) {
    return notAttempted(
      "needs the rate limit of an organization on another tier than Standard: set rateLimit of its credential in the target file",
    );
  }
  if (key?.kind !== "api-key") return notAttempted(missingRole(cast, "key"));
  const { limit } = rateLimitOf(rateLimits, key.label) ?? rateLimits;
  const [other] = otherOrganizations(cast.callers, key, rateLimits);
  const needed = Math.ceil(1.5 * limit + (other?.rateLimit.limit ?? 0));
  if (needed > requestsLeft(run)) {
    return notAttempted(
      `needs about ${needed} requests to cross a limit of ${limit}, more than --max-requests ${run.maxRequests} leaves: raise it`,
    );
  }
  if (run.client.cutBy() === undefined) run.progress?.say("crossing the rate limit");
  try {
    return await exceedLimit(run, cast.callers, key, rateLimits);
  } catch (error) {
    if (!(error instanceof NotJudgeable)) throw error;
    return { outcome: "not-reached", reason: error.message };
  }
}

async function exceedLimit(
  run: Run,
  callers: readonly Caller[],
  key: Caller,
  rateLimits: RateLimits,
): Promise<Crossing> {
  const { client, contract, readOnly, seed } = run;
  const [other, ...furtherOrganizations] = otherOrganizations(callers, key, rateLimits);
  const submission = readOnly ? undefined : await submissionFor(client, key, seed);
  const reason = await probeLimit({
    client,
    rateLimit: rateLimitOf(rateLimits, key.label) ?? rateLimits,
    key,
    organization: organizationForLimiter(callers, key),
    secondKey: callerInRole({ callers, primaryKey: key }, "second-key"),
    session: sessionOf(key, callers),
    otherOrganization: other?.caller,
    otherRateLimit: other?.rateLimit,
    furtherOrganizations: furtherOrganizations.map(({ caller }) => caller),
    submission,
    reads: disguised(readsOf(key, client.exchanges, contract), contract, seed),
    newReads: (caller) => newReads(caller, client.exchanges, contract),
    update: readOnly ? undefined : updateOf(ofSameOrganization(key, callers), client.exchanges, contract),
    onWait: onWaitOf(run),
  });
  const hasSubmitted = submission !== undefined;
  return reason === undefined
    ? { outcome: "exceeded", hasSubmitted }
    : { outcome: "not-reached", reason, hasSubmitted };
}

/** Uses the limit again at the end of a run, if the first crossing was too slow to show one request too many. */
export async function crossAgain(
  run: Run,
  { cast: { callers }, limitCaller: key, rateLimits }: Discovery,
  crossing: Crossing,
): Promise<void> {
  if (crossing.outcome !== "exceeded" || rateLimits === null || key === undefined) return;
  const rateLimit = rateLimitOf(rateLimits, key.label) ?? rateLimits;
  if (rateLimit.limit > requestsLeft(run)) return;
  try {
    const organization = organizationForLimiter(callers, key);
    const limitRun = { client: run.client, rateLimit, key, organization, onWait: onWaitOf(run) };
    await sendBursts(limitRun);
    if (!hasExceededInParallel(run.client)) await exceedInParallel(limitRun);
    await readAgainIfOverrun(limitRun);
  } catch (error) {
    // If this fails, the first crossing is judged without it.
    if (!(error instanceof NotJudgeable)) throw error;
  }
}

/** A key of each other organization whose limit is known. Those on another tier come first, by their limits. */
export function otherOrganizations(callers: readonly Caller[], key: Caller, rateLimits: RateLimits) {
  const own = rateLimitOf(rateLimits, key.label);
  const keys = callers.filter(
    (caller) =>
      isUnrestrictedKey(caller) &&
      caller.organization !== undefined &&
      key.organization !== undefined &&
      caller.organization !== key.organization,
  );
  const first = keys.filter((each) => keys.find(({ organization }) => organization === each.organization) === each);
  return first
    .flatMap((caller) => {
      const rateLimit = rateLimitOf(rateLimits, caller.label);
      return rateLimit === undefined ? [] : [{ caller, rateLimit }];
    })
    .toSorted(
      (a, b) =>
        Number(b.rateLimit.limit !== own?.limit) - Number(a.rateLimit.limit !== own?.limit) ||
        a.rateLimit.limit - b.rateLimit.limit,
    );
}

const hasUndeclaredTier = ({ tiers = new Map() }: RateLimits) => [...tiers.values()].includes("undeclared");

const notAttempted = (reason: string): Crossing => ({ outcome: "not-attempted", reason });

const requestsLeft = ({ client, maxRequests = Number.POSITIVE_INFINITY }: Run) => maxRequests - client.exchanges.length;

const onWaitOf =
  ({ progress }: Run) =>
  (ms: number, readEveryMs?: number) => {
    const reads =
      readEveryMs === undefined ? "" : `; a read every ${Math.ceil(readEveryMs / 1000)} s would show a shorter one`;
    progress?.waiting({ seconds: ms / 1000, why: `for the window to reset${reads}` });
  };

/** If an organization is not known, the sharing of its limit is not judged. */
const ofSameOrganization = ({ organization }: Caller, callers: readonly Caller[]) =>
  callers.filter((caller) => organization !== undefined && caller.organization === organization);

/** A session of the key's organization. */
export const sessionOf = (key: Caller, callers: readonly Caller[]) =>
  ofSameOrganization(key, callers).find(({ kind }) => kind === "session");
