/** Decides whether the limit is crossed, by whom, and says why where it is not. */
import type { Contract } from "../../../spec/contract.ts";
import type { Caller } from "../../client/caller.ts";
import { type Client, Cut } from "../../client/client.ts";
import type { RateLimit } from "../../model/check.ts";
import { type Unjudged, unjudged } from "../../model/verdict.ts";
import type { Discovery } from "../discovery.ts";
import { callerInRole, unmetNeed } from "../roles.ts";
import { useAtOnce } from "./burst.ts";
import { type ProbeOutcome, probeLimit } from "./probe.ts";
import { readsOf, submissionFor, updateOf } from "./repeatable-requests.ts";

export interface CrossingOptions {
  readonly client: Client;
  readonly contract: Contract;
  readonly rateLimit: RateLimit | null;
  readonly discovery: Discovery;
  readonly seed: number;
  readonly readOnly: boolean;
  readonly maxRequests?: number | undefined;
  readonly onWait?: (ms: number) => void;
}

/** What is left unseen of the limiter, and whether more of the target file, or a whole run, would show it. */
export interface Crossing extends ProbeOutcome {
  /** The run ended on the way. */
  readonly isCut?: boolean;
  /** Whether the key could send a method other than GET. */
  readonly hasSubmitted?: boolean;
  /** The limit that was crossed. */
  readonly limit?: number;
}

/** Crosses the limit of the organization with most credentials; never throws for what the target does. */
export async function crossLimit(options: CrossingOptions): Promise<Crossing> {
  const { client, rateLimit, discovery, readOnly } = options;
  const key = discovery.crossing;
  const why = whyNot(options);
  if (why !== undefined || rateLimit === null || key === undefined) return { wasRefused: false, notCrossed: why ?? "" };
  const { callers } = discovery.cast;
  const cast = { callers, primaryKey: key };
  const isOwn = ({ organization }: Caller) => organization !== undefined && organization === key.organization;
  try {
    const submission = readOnly ? undefined : await submissionFor(client, key, options.seed);
    const outcome = await probeLimit({
      client,
      rateLimit,
      key,
      secondKey: callerInRole(cast, "second-key"),
      session: callers.find((one) => isOwnSession(one, key)),
      other: callerInRole(cast, "other-organization"),
      submission,
      reads: readsOf(key, client.exchanges, options.contract),
      update: readOnly ? undefined : updateOf(callers.filter(isOwn), client.exchanges, options.contract),
      ...(options.onWait === undefined ? {} : { onWait: options.onWait }),
    });
    return { ...outcome, hasSubmitted: submission !== undefined, limit: rateLimit.limit };
  } catch (error) {
    if (error instanceof Cut) return { wasRefused: false, isCut: true, unreached: error.message };
    if (error instanceof Error) return { wasRefused: false, unreached: error.message };
    throw error;
  }
}

/** The last of a run: the limit is used once more, at once, where its crossing was too slow to tell one too many. */
export async function crossAgain(options: CrossingOptions, crossing: Crossing): Promise<void> {
  const { client, rateLimit, discovery, maxRequests } = options;
  const key = discovery.crossing;
  if (!crossing.wasRefused || rateLimit === null || key === undefined) return;
  if (maxRequests !== undefined && client.exchanges.length + rateLimit.limit > maxRequests) return;
  try {
    await useAtOnce({ client, rateLimit, key, ...(options.onWait === undefined ? {} : { onWait: options.onWait }) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/** Where neither organization is known, nothing about sharing is judged. */
const isOwnSession = ({ kind, organization }: Caller, key: Caller | undefined) =>
  kind === "session" && organization !== undefined && organization === key?.organization;

function whyNot({ client, rateLimit, discovery, maxRequests }: CrossingOptions): string | undefined {
  if (rateLimit === null) return "needs a rate limit, which the target file switches off";
  if (discovery.kind === "other-api") return "needs a target that answers as this API";
  if (discovery.crossing?.kind !== "api-key") return "needs an API key";
  const others = callerInRole(
    { callers: discovery.cast.callers, primaryKey: discovery.crossing },
    "other-organization",
  );
  const needed = Math.ceil((others === undefined ? 1.5 : 2.5) * rateLimit.limit);
  if (maxRequests !== undefined && client.exchanges.length + needed > maxRequests) {
    return `needs about ${needed} requests to cross a limit of ${rateLimit.limit}, more than --max-requests ${maxRequests} leaves`;
  }
  return undefined;
}

/** Credentials without which a law of the limiter has nothing to look at. */
const wanted = {
  "limit.shared-by-keys": "second-key",
  "limit.shared-by-sessions": "session",
  "limit.other-organization": "other-organization",
} as const;

/** A smaller limit leaves too few requests of one kind in a row to be sure of each law. */
const telling = 40;

/** Why a law of the limiter found nothing to judge. */
export function unseenOf(id: string, crossing: Crossing, discovery: Discovery, readOnly: boolean): Unjudged {
  if (crossing.notCrossed !== undefined) return unjudged("skip", crossing.notCrossed);
  const cast = { callers: discovery.cast.callers, primaryKey: discovery.crossing };
  const role = Object.entries(wanted).find(([law]) => law === id)?.[1];
  const unmet = role === undefined ? undefined : unmetNeed(cast, { credential: role }, false);
  if (unmet !== undefined) return unjudged("skip", `needs ${unmet}`);
  const hasSession = discovery.cast.callers.some((one) => isOwnSession(one, discovery.crossing));
  if (id === "limit.shared-by-sessions" && !hasSession) {
    return unjudged("skip", "needs a session whose organization (org) is that of the API keys");
  }
  if (id === "limit.shared-by-methods" && readOnly) {
    return unjudged("skip", "needs writes, which --read-only leaves out");
  }
  if (id === "limit.shared-by-methods" && crossing.hasSubmitted === false) {
    return unjudged("skip", "needs an API key that may submit feedback, and a product of its organization");
  }
  if (
    crossing.unreached === undefined &&
    organizationForLimiter(discovery.cast.callers, discovery.crossing) === undefined
  ) {
    return unjudged(
      "skip",
      `needs the organizations (org) of the API keys: ${discovery.crossing?.label}'s is not told by the target`,
    );
  }
  const limit = crossing.limit ?? telling;
  if (crossing.unreached === undefined && limit < telling) {
    return unjudged("skip", `needs a limit of about ${telling} requests to be told apart; here it is ${limit}`);
  }
  return unjudged("inconclusive", crossing.unreached ?? "the exchanges of this run prove nothing of it");
}

/**
 * The organization that the limiter's laws take `key` to belong to. Where the target does not tell it, a key that is the
 * only one stands for its own: then no other key of the run can have used its limit, and nothing about sharing is judged.
 */
export function organizationForLimiter(callers: readonly Caller[], key: Caller | undefined): string | undefined {
  if (key?.organization !== undefined) return key.organization;
  const mayShare = ({ kind, organization }: Caller) =>
    kind === "api-key" || (kind === "expired" && organization !== undefined);
  const isAlone = callers.filter((one) => one !== key).every((one) => !mayShare(one));
  return key?.kind !== "api-key" || !isAlone ? undefined : `the organization of ${key.label}`;
}
