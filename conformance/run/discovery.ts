/** The first requests of a run: is anybody there, is it this API, whose are the credentials, and is the window fresh? */

import { median } from "../../cli/median.ts";
import { recoveryMs } from "../client/budget.ts";
import { type Caller, callerOf, noCredentials } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import { isObject, listedOf, quoted } from "../model/body.ts";
import { type RateLimit, Unanswered } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { limitOf, rateLimitHeaders, remainingOf } from "../model/rate-limit-headers.ts";
import { answerOf } from "../model/response-text.ts";
import type { Credential, Target } from "../target-file/target.ts";
import { isRefilling } from "./limit/refills.ts";
import { findRefused, type Refused } from "./rejected-credentials.ts";
import type { Cast } from "./roles.ts";

/** Nobody answers at the base URL. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** The request that nobody answered. */
  readonly exchange: Exchange | undefined;
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

export interface Discovery {
  readonly cast: Cast;
  /** Who crosses the limit: the organization with most credentials. */
  readonly crossing: Caller | undefined;
  /** Credentials that are declared as valid and were answered 401: they play no role. */
  readonly refused?: readonly Refused[];
  /** What is there does not look like this API, in words. */
  readonly notThisApi?: string;
  /** The run was cut before the target was known, and why. */
  readonly cut?: string;
}

interface FirstRead {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/** What is known before anything is waited for. */
export interface FirstImpression {
  readonly discovery: Discovery;
  /** How long an answer takes, in milliseconds: the median of the first ones. */
  readonly latencyMs: number;
  /** How long the run has to wait for fresh windows, in milliseconds. */
  readonly waitMs: number;
  /** The limit comes free bit by bit: to judge it then takes more requests. */
  readonly refills: boolean;
}

/**
 * Throws `Unreachable` where nobody answers, `Cut` where the run is cut. `onImpression` is told before the wait for windows
 * that are used up. `crosses`: the limit will be crossed, so it is told how.
 */
export async function discover(
  client: Client,
  target: Target,
  notes: string[],
  onImpression: (impression: FirstImpression) => void = () => {},
  crosses = true,
): Promise<Discovery> {
  const callers = await identify(client, target);
  const reads: FirstRead[] = [];
  for (const caller of firstOfEachOrganization(callers)) {
    reads.push({ caller, exchange: await firstRead(client, caller) });
  }
  const first = reads[0]?.exchange ?? (await firstRead(client, noCredentials));
  const notThisApi = await whatElse(client, reads[0]?.caller ?? noCredentials, first);
  const latencyMs = median(client.exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt));
  if (notThisApi !== undefined) return { ...rolesOf(callers, reads, []), notThisApi };
  const refused = await findRefused(client, callers, (operation, caller) =>
    answered(() => client.send({ operation, caller, isCrossing: true })),
  );
  noteRefused(refused, notes);
  const refills = await isRefillingFor(rolesOf(callers, reads, refused).crossing);
  const used = target.rateLimit === null ? [] : usedUp(client, target.rateLimit, callers, servedOf(reads, refused));
  const waitMs = target.rateLimit === null || used.length === 0 ? 0 : recoveryMs(target.rateLimit) + 50;
  onImpression({ discovery: rolesOf(callers, reads, refused), latencyMs, waitMs, refills });
  if (waitMs > 0) {
    const whose = used.map(({ caller }) => caller.organization ?? caller.label).join(", ");
    await client.sleep(waitMs);
    notes.push(`waited ${Math.ceil(waitMs / 1000)} s for a fresh window: part of it had been used for ${whose}`);
    for (const read of used) {
      reads[reads.indexOf(read)] = { caller: read.caller, exchange: await firstRead(client, read.caller) };
    }
  }
  return rolesOf(callers, reads, refused);

  /** The last read of the key's organization tells what is left; nothing of it was sent since. */
  async function isRefillingFor(key: Caller | undefined): Promise<boolean> {
    const read = reads.find(({ caller }) => caller === key);
    if (!crosses || target.rateLimit === null || read === undefined || key === undefined) return false;
    const own = client.exchanges.filter(({ credential }) => labels(callers, key).includes(credential));
    return isRefilling(client, target.rateLimit, own.at(-1) ?? read.exchange, () => firstRead(client, key));
  }
}

/** Whose key the cases use, and whose crosses the limit; those who were refused are left out. */
function rolesOf(
  all: readonly Caller[],
  reads: readonly FirstRead[],
  refused: readonly Refused[],
): Pick<Discovery, "cast" | "crossing" | "refused"> {
  const served = all.filter((one) => refused.every(({ caller }) => caller !== one));
  // Where nobody is served, an expired key that is not served either shows nothing.
  const isAnybodyServed = refused.length === 0 || served.some(({ kind }) => kind !== "expired");
  const callers = isAnybodyServed ? served : [];
  const own = servedOf(reads, refused);
  return {
    cast: { callers, home: best(callers, own, { products: 4, secondKey: 2 }) },
    crossing: best(callers, own, { products: 2, secondKey: 4 }),
    refused,
  };
}

const servedOf = (reads: readonly FirstRead[], refused: readonly Refused[]) =>
  reads.filter((read) => refused.every(({ caller }) => caller !== read.caller));

async function firstRead(client: Client, caller: Caller): Promise<Exchange> {
  return answered(() => client.send({ operation: "listProducts", caller, isCrossing: true }));
}

/** Nobody there is told apart from an answer that is no HTTP. */
async function answered(send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Unanswered) || error.exchange === undefined) throw error;
    if (error.exchange.reason === "protocol") return error.exchange;
    throw new Unreachable(error.message, error.exchange);
  }
}

function firstOfEachOrganization(callers: readonly Caller[]): readonly Caller[] {
  const keys = callers.filter(({ kind }) => kind === "api-key");
  const from = keys.length > 0 ? keys : callers.filter(({ kind }) => kind === "session");
  return from.filter((caller, at) => {
    if (caller.organization === undefined) return true;
    const isUsable = (one: Caller) => one.organization === caller.organization && one.credential?.denied.length === 0;
    const first = from.find(isUsable) ?? from.find((one) => one.organization === caller.organization);
    return first === caller || (first === undefined && at === 0);
  });
}

/** Gives each credential its organization: declared, of its installation, or of a list of exactly one (DESIGN §8). */
export async function identify(client: Client, target: Target): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (const credential of target.credentials) {
    const isKnown = credential.org !== undefined || credential.expired;
    callers.push(callerOf(credential, isKnown ? credential.org : await organizationOf(client, credential)));
  }
  return callers;
}

async function organizationOf(client: Client, credential: Credential): Promise<string | undefined> {
  const caller = callerOf(credential, undefined);
  if (credential.kind === "api-key") {
    const installation = await answered(() => client.send({ operation: "getInstallation", caller, isCrossing: true }));
    const body = installation.json();
    if (installation.isSuccess && isObject(body) && typeof body.orgId === "string") return body.orgId;
  }
  const list = await answered(() => client.send({ operation: "listOrganizations", caller, isCrossing: true }));
  const [only, ...others] = listedOf(list);
  return others.length === 0 ? only?.id : undefined;
}

/** The API's own signs: a list as declared, an error body, or a rate limit header. */
function looksLikeThisApi(exchange: Exchange): boolean {
  if (isRedirect(exchange)) return false;
  if (rateLimitHeaders.some((name) => exchange.header(name) !== undefined)) return true;
  const body = exchange.json();
  if (!exchange.isSuccess) return isObject(body) && typeof body.error === "string";
  return Array.isArray(body) || (isObject(body) && ("data" in body || "id" in body));
}

/** To where no credential is sent: redirects within the origin have been followed. */
const isRedirect = ({ status }: Exchange) => status >= 300 && status < 400;

async function whatElse(client: Client, caller: Caller, first: Exchange): Promise<string | undefined> {
  if (looksLikeThisApi(first)) return undefined;
  for (const operation of ["listOrganizations", "getInstallation", "getMe"] as const) {
    const exchange = await answered(() => client.send({ operation, caller, isCrossing: true }));
    if (looksLikeThisApi(exchange)) return undefined;
  }
  const location = first.header("location");
  if (isRedirect(first) && location !== undefined) {
    return `${first.request.url} was answered ${first.status}, Location ${quoted(location)}: is that the base URL?`;
  }
  const what = first.response === undefined ? (first.failure ?? "no HTTP") : answerOf(first);
  return `${first.request.url} does not answer as this API: ${what}. Is the base URL right?`;
}

function noteRefused(refused: readonly Refused[], notes: string[]): void {
  for (const { caller, exchange } of refused) {
    notes.push(`${caller.label} was answered 401 and is left out: is it right for ${quoted(exchange.request.url)}?`);
  }
}

/** Organizations whose window an earlier run, or anybody else, has used part of. */
function usedUp(
  client: Client,
  rateLimit: RateLimit,
  callers: readonly Caller[],
  reads: readonly FirstRead[],
): readonly FirstRead[] {
  return reads.filter(({ caller, exchange }) => {
    const remaining = remainingOf(exchange);
    const own = client.exchanges.filter((one) => labels(callers, caller).includes(one.credential)).length;
    const isTold = remaining !== undefined && remaining >= 0 && exchange.isSuccess;
    // A limit other than declared is judged, not waited for.
    const limit = Math.min(rateLimit.limit, limitOf(exchange) ?? rateLimit.limit);
    return exchange.status === 429 || (isTold && remaining < limit - own - 1);
  });
}

/** The credentials that may have used the caller's window: its organization's, and those whose organization is unknown. */
function labels(callers: readonly Caller[], caller: Caller): readonly string[] {
  const own = callers.filter(({ organization }) => organization === undefined || organization === caller.organization);
  return [caller, ...own].map(({ label }) => label);
}

interface Weights {
  readonly products: number;
  readonly secondKey: number;
}

/** The key whose organization has most to show; a session where there is no key. */
function best(callers: readonly Caller[], reads: readonly FirstRead[], weights: Weights): Caller | undefined {
  const score = ({ caller, exchange }: FirstRead) => {
    const own = callers.filter((one) => one.organization !== undefined && one.organization === caller.organization);
    const hasSecond = own.filter((one) => one.kind === "api-key" && one.credential?.denied.length === 0).length > 1;
    const hasSession = own.some(({ kind }) => kind === "session");
    return (
      (listedOf(exchange).length > 0 ? weights.products : 0) +
      (hasSecond ? weights.secondKey : 0) +
      (hasSession ? 1 : 0) +
      (caller.credential?.denied.length === 0 ? 0.5 : 0)
    );
  };
  return [...reads].sort((a, b) => score(b) - score(a))[0]?.caller;
}
