/** What `setup` finds out, once, and hands to every virtual user. */
import { fail } from "k6";
import type { Exchange, ExchangeRecord } from "../../conformance/exchange.ts";
import { isObject, listedItems } from "../../conformance/laws/body-view.ts";
import { restorableFields } from "../../conformance/restorable-fields.ts";
import { type Client, clockBase, createClient, type Outgoing } from "./client.ts";
import { type Environment, type Label, labels } from "./environment.ts";
import { recordOf } from "./exchange.ts";
import { concludePart } from "./judge-sequences.ts";
import type { Sendable } from "./operations.ts";
import { plans, restSeconds, type ScenarioName } from "./plans.ts";
import type { References } from "./submission.ts";
import { pause, untilFresh } from "./traffic.ts";

export interface World {
  readonly clockBase: number;
  /** What `setup` has sent: it counts against the limit too. */
  readonly before: readonly ExchangeRecord[];
  /** To whom a submission of each key may refer; absent where its organization has no product. */
  readonly references: Readonly<Partial<Record<Label, References>>>;
  /** What the session may read (§5.7). */
  readonly sessionReads: Sendable;
  /** The profile as `updateMe` may send it back, where a key may read it. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

/** What a scenario wants to know besides who is served. */
export interface Wanted {
  /** Products, contexts and actors to refer to. */
  readonly references?: readonly Label[];
  readonly session?: true;
  readonly profile?: true;
  /** Whose window is to be fresh when the scenario begins. */
  readonly fresh?: Label;
}

/** Ends the test with a sentence where it cannot be run. */
export async function discover(name: ScenarioName, environment: Environment, wanted: Wanted = {}): Promise<World> {
  const plan = plans[name];
  const missing = plan.needs.filter((label) => environment.tokens[label] === undefined);
  if (missing.length > 0) fail(`${name} needs ${missing.join(" and ")} in the environment`);
  if (plan.needsLimit && environment.rateLimit === null) fail(`${name} needs a rate limit: set LIMIT and WINDOW`);
  const base = clockBase();
  const client = createClient(environment, base);
  const references: Partial<Record<Label, References>> = {};
  for (const label of labels) {
    if (environment.tokens[label] === undefined || !(wanted.references ?? []).includes(label)) continue;
    const found = await referencesOf(client, label);
    if (found !== undefined) references[label] = found;
  }
  const sessionReads = wanted.session === undefined ? undefined : await sessionReadsOf(client);
  const profile = wanted.profile === undefined ? undefined : await profileOf(client);
  if (wanted.fresh !== undefined && environment.rateLimit !== null) await untilFresh(client, wanted.fresh);
  if (client.exchanges.length === 0) await served(client, "KEY_A", "listProducts");
  failIfNobodyAnswers(client);
  concludePart(client);
  return {
    clockBase: base,
    before: client.exchanges.map(recordOf),
    references,
    sessionReads: sessionReads ?? "listProducts",
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Sent again after a window, for two at most, where somebody has used it up. */
async function served(client: Client, label: Label, operation: Sendable, outgoing: Outgoing = {}): Promise<Exchange> {
  const { rateLimit } = client.environment;
  let exchange = await client.send(label, operation, outgoing);
  for (let again = 0; again < 2 && exchange.status === 429 && rateLimit !== null; again += 1) {
    await pause(restSeconds(rateLimit) * 1000);
    exchange = await client.send(label, operation, outgoing);
  }
  return exchange;
}

async function referencesOf(client: Client, label: Label): Promise<References | undefined> {
  const productId = firstId(await served(client, label, "listProducts"));
  if (productId === undefined) return undefined;
  const parameters = { productId };
  const contextId = firstId(await served(client, label, "listContexts", { parameters }));
  const actorId = firstId(await served(client, label, "listActors", { parameters }));
  return {
    productId,
    ...(contextId === undefined ? {} : { contextId }),
    ...(actorId === undefined ? {} : { actorId }),
  };
}

function firstId(list: Exchange): string | undefined {
  const [first] = listedItems(list);
  return isObject(first) && typeof first.id === "string" ? first.id : undefined;
}

async function sessionReadsOf(client: Client): Promise<Sendable | undefined> {
  if (client.environment.tokens.SESSION_A === undefined) return undefined;
  for (const operation of ["listProducts", "listOrganizations", "getMe"] as const) {
    if ((await served(client, "SESSION_A", operation)).isSuccess) return operation;
  }
  return undefined;
}

async function profileOf(client: Client): Promise<Readonly<Record<string, unknown>> | undefined> {
  const me = await served(client, "KEY_A", "getMe");
  const body = me.json();
  if (!me.isSuccess || !isObject(body)) return undefined;
  return restorableFields(body);
}

function failIfNobodyAnswers({ exchanges, environment }: Client): void {
  const [first] = exchanges;
  if (first?.failure !== undefined) fail(`${environment.baseUrl} does not answer: ${first.failure}`);
  const served = new Set(exchanges.flatMap(({ isSuccess, credential }) => (isSuccess ? [credential] : [])));
  // Who is served at all is valid: what it may not use may be answered 401.
  const refused = exchanges.flatMap(({ status, credential }) =>
    status === 401 && !served.has(credential) ? [credential] : [],
  );
  const whose = [...new Set(refused)];
  if (whose.length > 0) {
    fail(
      `${whose.join(" and ")} ${whose.length === 1 ? "was refused with 401: is it" : "were refused with 401: are they"} still valid?`,
    );
  }
  if (exchanges.some(({ isSuccess, status }) => isSuccess || status === 429)) return;
  const { operation = "", status, credential } = first ?? {};
  fail(`${operation} is answered ${status} for ${credential}: is ${environment.baseUrl} the API's base address?`);
}

/** A client that goes on where `setup` ended. */
export const clientOf = (environment: Environment, world: World): Client =>
  createClient(environment, world.clockBase, { before: world.before });
