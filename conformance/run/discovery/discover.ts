/** The first requests of a run: does the target answer, as this API? Whose are the credentials? Is the window fresh? */
import { median } from "../../../cli/median.ts";
import { type Caller, isDenied, noCredentials } from "../../client/caller.ts";
import { type Client, Cut } from "../../client/client.ts";
import type { Exchange } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import { type RateLimit, recoveryMs } from "../../model/rate-limit.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import { nameOf } from "../declaration/credential-name.ts";
import { confirmKinds } from "../declaration/declared-kinds.ts";
import { confirmOrganizations } from "../declaration/declared-organizations.ts";
import { sendIgnoringBudget } from "../first-requests.ts";
import type { Run } from "../run.ts";
import { assignRoles, type Callers, type FirstRead, isRejected } from "./assign-roles.ts";
import { findOrganizations, withSharedLimits } from "./identify.ts";
import { diagnoseOtherApi, type OtherApi } from "./other-api.ts";
import { findRejected, type Rejected, rejectionDoubts } from "./rejected-credentials.ts";
import { isRefilling, usedUp } from "./window.ts";

/** `other-api`: what answers does not look like this API · `cut`: the run was stopped before the target was known. */
export type Discovery = Callers & {
  /** Why the run is incomplete: credentials were not used, or not as declared. */
  readonly incomplete: readonly string[];
  /** The labels of the credentials for which the target names another organization than the target file. */
  readonly ofDoubtedOrganization?: readonly string[];
} & (
    | { readonly kind: "this-api" }
    | ({ readonly kind: "other-api" } & OtherApi)
    | { readonly kind: "cut"; readonly reason: string }
  );

/** What is known before the run first waits. */
export interface KnownBeforeWait extends Callers {
  /** How long a response takes, in milliseconds: the median of the first ones. */
  readonly latencyMs: number;
  /** How long the run has to wait for fresh windows, in milliseconds. */
  readonly waitMs: number;
  /** The limit is refilled gradually, so the run needs more requests to judge it. */
  readonly refills: boolean;
}

interface DiscoveryOptions extends Pick<Run, "client" | "target" | "notes" | "doubts" | "exceedsLimit" | "progress"> {
  /** How many requests of a window the run needs; by default all. */
  readonly requestsNeeded?: number;
  /** Reads with each credential that is declared as expired, to see whether it is. */
  readonly triesExpired?: boolean;
  /** Called before the run waits for fresh windows. */
  readonly beforeWait?: (known: KnownBeforeWait) => void;
}

const noCredential =
  "no credential is given: only what is answered without one is judged. Add an API key: --key env:NAME, or `credentials` in a target file (fpk init writes one)";

/** Throws `Unreachable` if the target does not answer. */
export async function discover(options: DiscoveryOptions): Promise<Discovery> {
  try {
    return await discoverTarget(options);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    const cast = { callers: [], primaryKey: undefined };
    const noCallers = { cast, limitCaller: undefined, rejected: [], rateLimits: null, incomplete: [] };
    return { kind: "cut", reason: error.message, ...noCallers };
  }
}

/** Compares what the target file says about the credentials with what the target reports, before they are used. */
async function discoverTarget(options: DiscoveryOptions): Promise<Discovery> {
  const { client, target, doubts, triesExpired = false } = options;
  const { confirmed, kinds } = await confirmCallers(options);
  const callers = withSharedLimits(kinds.callers);
  const reads = await readEach(client, firstOfEachOrganization(callers));
  const otherApi = await diagnoseOtherApi(client, reads[0] ?? (await readProducts(client, noCredentials)));
  const latencyMs = typicalLatencyMs(client.exchanges);
  if (otherApi !== undefined) {
    doubts.push(otherApi.reason);
    return { kind: "other-api", ...otherApi, incomplete: [], ...assignRoles(callers, reads, [], target.rateLimit) };
  }

  if (callers.length === 0) doubts.push(noCredential);
  const rejected = await findRejected(client, callers);
  doubts.push(...rejectionDoubts(rejected, callers, target), ...confirmed.doubts, ...kinds.doubts);
  const nameAll = (some: readonly Caller[]) => listed(some.map((caller) => nameOf(caller, target.credentials)));
  const rejectedNames = nameAll(rejected.map(({ caller }) => caller));
  const inDoubt = (field: "org" | "kind", some: readonly Caller[]) =>
    some.length === 0 ? [] : [`the \`${field}\` of ${nameAll(some)} is in doubt`];
  const incomplete = [
    ...(rejected.length === 0 ? [] : [`${rejectedNames} ${rejected.length === 1 ? "was" : "were"} answered 401`]),
    ...inDoubt("org", confirmed.contradicted),
    ...inDoubt("kind", kinds.contradicted),
  ];
  const withRoles = await withFreshWindows(options, { callers, reads, rejected, latencyMs });
  const expired = callers.filter(({ kind }) => kind === "expired");
  if (triesExpired) await readEach(client, expired);
  const ofDoubtedOrganization = confirmed.contradicted.map(({ label }) => label);
  return { kind: "this-api", incomplete, ofDoubtedOrganization, ...withRoles };
}

/** A 429 says nothing about a credential. So if there is one, all are asked again in a fresh window. */
async function confirmCallers({ client, target, notes, progress }: DiscoveryOptions) {
  const confirm = async () => {
    const confirmed = await confirmOrganizations(client, await findOrganizations(client, target), target);
    return { confirmed, kinds: await confirmKinds(client, confirmed.callers, target) };
  };
  const first = await confirm();
  const rateLimits = rateLimitsOf(target, client.exchanges);
  if (rateLimits === null || client.exchanges.every(({ status }) => status !== 429)) return first;
  const waitMs = freshWindowMs(rateLimits);
  progress?.waiting({ seconds: waitMs / 1000, why: "for a fresh window" });
  await waitForFreshWindow({ client, notes }, waitMs, "the first requests were answered 429");
  return confirm();
}

/** How long to wait for a fresh window, in milliseconds: clocks are not exact. */
export const freshWindowMs = (rateLimit: RateLimit) => recoveryMs(rateLimit) + 50;

/** `why`: what showed that the window had been used. */
async function waitForFreshWindow({ client, notes }: Pick<Run, "client" | "notes">, ms: number, why: string) {
  await client.sleep(ms);
  notes.push(`waited ${Math.ceil(ms / 1000)} s for a fresh window: ${why}`);
}

interface Found {
  readonly callers: readonly Caller[];
  readonly reads: readonly FirstRead[];
  readonly rejected: readonly Rejected[];
  readonly latencyMs: number;
}

/** Waits until every organization has a fresh window. Reads again for those that had to wait. */
async function withFreshWindows(
  { client, target, notes, exceedsLimit, requestsNeeded, beforeWait }: DiscoveryOptions,
  { callers, reads, rejected, latencyMs }: Found,
): Promise<Callers> {
  const rateLimits = rateLimitsOf(target, client.exchanges);
  const roles = assignRoles(callers, reads, rejected, rateLimits);
  if (rateLimits === null) {
    beforeWait?.({ ...roles, latencyMs, waitMs: 0, refills: false });
    return roles;
  }
  const { limitCaller: key } = roles;
  const refills = exceedsLimit && key !== undefined && (await isRefilling(client, rateLimits, callers, key));
  const servedReads = reads.filter(({ caller }) => !isRejected(caller, rejected));
  const used = usedUp(client, rateLimits, callers, servedReads, requestsNeeded);
  const waitMs = Math.max(0, ...used.map(({ rateLimit }) => freshWindowMs(rateLimit)));
  beforeWait?.({ ...roles, latencyMs, waitMs, refills });
  if (used.length === 0) return roles;

  const usedBy = used.map(({ caller }) => caller);
  const whose = usedBy.map(({ organization, label }) => organization ?? label).join(", ");
  await waitForFreshWindow({ client, notes }, waitMs, `part of it had been used for ${whose}`);
  const fresh = await readEach(client, usedBy);
  const latest = reads.map((read) => fresh.find(({ caller }) => caller === read.caller) ?? read);
  return assignRoles(callers, latest, rejected, rateLimits);
}

/** The median, in ms, without the first response, which includes making the connection. */
export function typicalLatencyMs(exchanges: readonly Exchange[]): number {
  const latencies = exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt);
  return median(latencies.length > 1 ? latencies.slice(1) : latencies);
}

async function readEach(client: Client, callers: readonly Caller[]): Promise<readonly FirstRead[]> {
  const reads: FirstRead[] = [];
  for (const caller of callers) reads.push(await readProducts(client, caller));
  return reads;
}

const readProducts = async (client: Client, caller: Caller): Promise<FirstRead> => ({
  caller,
  exchange: await sendIgnoringBudget(client, "listProducts", caller),
});

function firstOfEachOrganization(callers: readonly Caller[]): readonly Caller[] {
  const keys = callers.filter(({ kind }) => kind === "api-key");
  const candidates = keys.length > 0 ? keys : callers.filter(({ kind }) => kind === "session");
  return candidates.filter((caller) => {
    if (caller.organization === undefined) return true;
    const colleagues = candidates.filter(({ organization }) => organization === caller.organization);
    const first = colleagues.find((colleague) => !isDenied(colleague)) ?? colleagues[0];
    return first === caller;
  });
}
