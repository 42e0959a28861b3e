/** The first requests of a run: does anybody answer, is it this API, whose are the credentials, and is the window fresh? */

import { median } from "../../cli/median.ts";
import { recoveryMs } from "../client/budget.ts";
import { type Caller, noCredentials } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import { quoted } from "../model/body.ts";
import type { RateLimit } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { limitOf, remainingOf } from "../model/rate-limit-headers.ts";
import type { Target } from "../target-file/target.ts";
import { answered } from "./answered.ts";
import { identify } from "./identify.ts";
import { isRefilling } from "./limit/refills.ts";
import { diagnoseOtherApi } from "./other-api.ts";
import { preferredCaller } from "./preferred-caller.ts";
import { findRejected, type Rejected } from "./rejected-credentials.ts";
import type { Cast } from "./roles.ts";

/** Who is who among the target's credentials. */
export interface Callers {
  readonly cast: Cast;
  /** Who crosses the limit: the organization with the most credentials. */
  readonly crossing: Caller | undefined;
  /** Credentials that are declared as valid and were answered 401: they play no role. */
  readonly rejected: readonly Rejected[];
}

/** `other-api`: what answers does not look like this API · `cut`: the run was cut before the target was known. */
export type Discovery =
  | (Callers & { readonly kind: "this-api" })
  | (Callers & { readonly kind: "other-api" | "cut"; readonly reason: string });

/** The list of products as the first caller of an organization was shown it. */
export interface FirstRead {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/** What is known before anything is waited for. */
export interface FirstImpression extends Callers {
  /** How long a response takes, in milliseconds: the median of the first ones. */
  readonly latencyMs: number;
  /** How long the run has to wait for fresh windows, in milliseconds. */
  readonly waitMs: number;
  /** The limit refills request by request: to judge it then takes more requests. */
  readonly refills: boolean;
}

export interface DiscoveryOptions {
  readonly client: Client;
  readonly target: Target;
  readonly notes: string[];
  /** The limit will be crossed: whether it refills is asked, too. */
  readonly crosses: boolean;
  /** Called before the wait for windows that are used up. */
  readonly onImpression?: (impression: FirstImpression) => void;
}

/** Throws `Unreachable` where nobody answers. */
export async function discover(options: DiscoveryOptions): Promise<Discovery> {
  try {
    return await discoverTarget(options);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    const cast = { callers: [], primaryKey: undefined };
    return { kind: "cut", reason: error.message, cast, crossing: undefined, rejected: [] };
  }
}

async function discoverTarget({ client, target, notes, crosses, onImpression }: DiscoveryOptions): Promise<Discovery> {
  const callers = await identify(client, target);
  const reads = await readFirst(client, callers);
  const first = reads[0]?.exchange ?? (await readProducts(client, noCredentials));
  const reason = await diagnoseOtherApi(client, reads[0]?.caller ?? noCredentials, first);
  const latencyMs = median(client.exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt));
  if (reason !== undefined) return { kind: "other-api", reason, ...assignRoles(callers, reads, []) };

  const rejected = await findRejected(client, callers, (operation, caller) =>
    answered(() => client.send({ operation, caller, isCrossing: true })),
  );
  noteRejected(rejected, notes);
  const roles = assignRoles(callers, reads, rejected);
  const { rateLimit } = target;
  if (rateLimit === null) {
    onImpression?.({ ...roles, latencyMs, waitMs: 0, refills: false });
    return { kind: "this-api", ...roles };
  }
  const refills = crosses && (await seesRefill(client, rateLimit, callers, reads, roles.crossing));
  const used = usedUp(client, rateLimit, callers, servedOf(reads, rejected));
  const waitMs = used.length === 0 ? 0 : recoveryMs(rateLimit) + 50;
  onImpression?.({ ...roles, latencyMs, waitMs, refills });
  if (used.length === 0) return { kind: "this-api", ...roles };

  await client.sleep(waitMs);
  const whose = used.map(({ caller }) => caller.organization ?? caller.label).join(", ");
  notes.push(`waited ${Math.ceil(waitMs / 1000)} s for a fresh window: part of it had been used for ${whose}`);
  const fresh: FirstRead[] = [];
  for (const read of reads) fresh.push(used.includes(read) ? await readAs(client, read.caller) : read);
  return { kind: "this-api", ...assignRoles(callers, fresh, rejected) };
}

async function readFirst(client: Client, callers: readonly Caller[]): Promise<readonly FirstRead[]> {
  const reads: FirstRead[] = [];
  for (const caller of firstOfEachOrganization(callers)) reads.push(await readAs(client, caller));
  return reads;
}

const readAs = async (client: Client, caller: Caller): Promise<FirstRead> => ({
  caller,
  exchange: await readProducts(client, caller),
});

const readProducts = (client: Client, caller: Caller) =>
  answered(() => client.send({ operation: "listProducts", caller, isCrossing: true }));

function firstOfEachOrganization(callers: readonly Caller[]): readonly Caller[] {
  const keys = callers.filter(({ kind }) => kind === "api-key");
  const candidates = keys.length > 0 ? keys : callers.filter(({ kind }) => kind === "session");
  return candidates.filter((caller) => {
    if (caller.organization === undefined) return true;
    const colleagues = candidates.filter(({ organization }) => organization === caller.organization);
    const first = colleagues.find(({ credential }) => credential?.denied.length === 0) ?? colleagues[0];
    return first === caller;
  });
}

/** Whose key the cases use, and whose crosses the limit; rejected credentials are left out. */
function assignRoles(all: readonly Caller[], reads: readonly FirstRead[], rejected: readonly Rejected[]): Callers {
  const served = all.filter((caller) => rejected.every((one) => one.caller !== caller));
  // Where nobody is served, an expired key that is not served either shows nothing.
  const isAnybodyServed = rejected.length === 0 || served.some(({ kind }) => kind !== "expired");
  const callers = isAnybodyServed ? served : [];
  const servedReads = servedOf(reads, rejected);
  return {
    cast: { callers, primaryKey: preferredCaller(callers, servedReads, { products: 4, secondKey: 2 }) },
    crossing: preferredCaller(callers, servedReads, { products: 2, secondKey: 4 }),
    rejected,
  };
}

const servedOf = (reads: readonly FirstRead[], rejected: readonly Rejected[]) =>
  reads.filter((read) => rejected.every(({ caller }) => caller !== read.caller));

function noteRejected(rejected: readonly Rejected[], notes: string[]): void {
  for (const { caller, exchange } of rejected) {
    notes.push(`${caller.label} was answered 401 and is left out: is it right for ${quoted(exchange.request.url)}?`);
  }
}

/** The organization's last response reports what is left; nothing of it was sent since. */
async function seesRefill(
  client: Client,
  rateLimit: RateLimit,
  callers: readonly Caller[],
  reads: readonly FirstRead[],
  key: Caller | undefined,
): Promise<boolean> {
  const read = reads.find(({ caller }) => caller === key);
  if (read === undefined || key === undefined) return false;
  const labels = labelsSharing(callers, key);
  const last = client.exchanges.findLast(({ credential }) => labels.includes(credential)) ?? read.exchange;
  return isRefilling(client, rateLimit, last, () => readProducts(client, key));
}

/** Organizations whose window an earlier run, or somebody else, has used part of. */
function usedUp(
  client: Client,
  rateLimit: RateLimit,
  callers: readonly Caller[],
  reads: readonly FirstRead[],
): readonly FirstRead[] {
  return reads.filter(({ caller, exchange }) => {
    if (exchange.status === 429) return true;
    const remaining = remainingOf(exchange);
    if (!exchange.isSuccess || remaining === undefined || remaining < 0) return false;
    const labels = labelsSharing(callers, caller);
    const sent = client.exchanges.filter(({ credential }) => labels.includes(credential)).length;
    // A limit other than declared is judged, not waited for.
    const limit = Math.min(rateLimit.limit, limitOf(exchange) ?? rateLimit.limit);
    return remaining < limit - sent - 1;
  });
}

/** The credentials that may use the caller's window: its organization's, and those whose organization is unknown. */
function labelsSharing(callers: readonly Caller[], { label, organization }: Caller): readonly string[] {
  const sharing = callers.filter((one) => one.organization === undefined || one.organization === organization);
  return [label, ...sharing.map((one) => one.label)];
}
