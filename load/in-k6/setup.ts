/** The scripts' `setup`: asks the target once for what every virtual user needs. */
import { fail } from "k6";
import exec from "k6/execution";
import { isObject, listItems, stringIn } from "../../conformance/model/body.ts";
import { type Exchange, type ExchangeRecord, isOverloaded } from "../../conformance/model/exchange.ts";
import { restorableFields } from "../../conformance/model/restorable-fields.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { type Client, createClient, readClockStart } from "./client.ts";
import type { Environment, Role } from "./environment.ts";
import { recordOf } from "./exchange.ts";
import { countJudgements } from "./judge-sequences.ts";
import { planOf, type ScenarioName } from "./plans.ts";
import type { Outgoing } from "./prepare-request.ts";
import { recordLine } from "./record.ts";
import { reportBegin } from "./report.ts";
import { shapeProblem } from "./shape-options.ts";
import { recoverySeconds } from "./shapes.ts";
import { type References, submissionOf } from "./submission.ts";
import { noteEarlierUse, pause, waitForFreshWindow } from "./traffic.ts";

export interface SetupData {
  readonly clockStart: number;
  /** The exchanges of `setup`, which count against the limit, too. */
  readonly before: readonly ExchangeRecord[];
  /** A product, context and actor for each key's submissions; absent if its organization has no product. */
  readonly references: Readonly<Partial<Record<Role, References | undefined>>>;
  /** The id of KEY_A's organization; absent if the scenario does not need it, or the key may not read its installation. */
  readonly organization: string | undefined;
  /** An operation that the session may use (§5.7). */
  readonly sessionReads: OperationId;
  /** The fields of the profile that `updateMe` may send back; absent if the key may not read it. */
  readonly profile: Readonly<Record<string, unknown>> | undefined;
}

interface SetupNeeds {
  /** The roles whose products, contexts and actors are read. */
  readonly references?: readonly Role[];
  /** How many submissions these roles send in total, in equal parts, so that there are statuses to read from the beginning on. */
  readonly submissions?: number;
  readonly session?: true;
  readonly installation?: true;
  readonly profile?: true;
  /** The role whose window must be fresh when the scenario starts. */
  readonly fresh?: Role;
}

/** Ends the test run, with a sentence, if the scenario cannot be run. */
export async function prepare(
  name: ScenarioName,
  environment: Environment,
  needs: SetupNeeds = {},
): Promise<SetupData> {
  failIfUnfit(name, environment);
  const { seed, instances, isRecording } = environment;
  if (isRecording) recordLine({ fpk: "scenario", name, seed, instances, ...(ramps() ? { ramps: true } : {}) });
  const clockStart = readClockStart();
  const client = createClient(environment, clockStart);
  const references: Partial<Record<Role, References | undefined>> = {};
  const roles = (needs.references ?? []).filter((role) => environment.tokens[role] !== undefined);
  for (const [at, role] of roles.entries()) {
    references[role] = await readReferences(client, role);
    // Of 10, three roles send 4, 3 and 3.
    await submit(client, role, references[role], Math.ceil(((needs.submissions ?? 0) - at) / roles.length));
  }
  const organization = needs.installation ? await readOrganization(client) : undefined;
  const sessionReads = needs.session ? await findSessionRead(client) : undefined;
  const profile = needs.profile ? await readProfile(client) : undefined;
  if (needs.fresh !== undefined && environment.rateLimit !== null) await waitForFreshWindow(client, needs.fresh);
  if (client.exchanges.length === 0) await sendUntilServed(client, "KEY_A", "listProducts");
  failIfNotServed(client);
  noteEarlierUse(client);
  countJudgements(client);
  reportBegin(environment, client.now());
  const before = client.exchanges.map(recordOf);
  const data: SetupData = {
    clockStart,
    before,
    references,
    organization,
    sessionReads: sessionReads ?? "listProducts",
    profile,
  };
  // k6 would pass `undefined` to the virtual users as `null`; JSON leaves it out.
  return JSON.parse(JSON.stringify(data));
}

/** Whether the script plans a rate of requests that changes. */
const ramps = () =>
  Object.values(exec.test.options.scenarios).some(({ executor }) => executor === "ramping-arrival-rate");

function failIfUnfit(name: ScenarioName, environment: Environment): void {
  const { tokens, rateLimit } = environment;
  const { requiredRoles, requiresLimit } = planOf(name);
  const missing = requiredRoles.filter((role) => tokens[role] === undefined);
  if (missing.length > 0) fail(`${name} needs ${missing.join(" and ")} in the environment`);
  if (requiresLimit && rateLimit === null) fail(`${name} needs a rate limit: set LIMIT and WINDOW`);
  const problem = shapeProblem(name, environment);
  if (problem !== undefined) fail(problem);
}

/** Sends again after a window, at most twice, if earlier requests have exhausted the limit, or the server is overloaded. */
async function sendUntilServed(
  client: Client,
  role: Role,
  operation: OperationId,
  outgoing: Outgoing = {},
): Promise<Exchange> {
  const { rateLimit } = client.environment;
  let exchange = await client.send(role, operation, outgoing);
  for (let retry = 0; retry < 2 && isTemporary(exchange); retry += 1) {
    await pause(exchange.status === 429 && rateLimit !== null ? recoverySeconds(rateLimit) * 1000 : 1000);
    exchange = await client.send(role, operation, outgoing);
  }
  return exchange;
}

const isTemporary = (exchange: Exchange) => exchange.status === 429 || isOverloaded(exchange);

async function readReferences(client: Client, role: Role): Promise<References | undefined> {
  const productId = firstId(await sendUntilServed(client, role, "listProducts"));
  if (productId === undefined) return undefined;
  const parameters = { productId };
  const contextId = firstId(await sendUntilServed(client, role, "listContexts", { parameters }));
  const actorId = firstId(await sendUntilServed(client, role, "listActors", { parameters }));
  return { productId, contextId, actorId };
}

async function submit(client: Client, role: Role, references: References | undefined, count: number): Promise<void> {
  if (references === undefined) return;
  for (let at = 0; at < count; at += 1) {
    const mark = `${client.environment.seed}-${client.now().toFixed(3)}-${role}-${at}`;
    await sendUntilServed(client, role, "submitFeedback", { body: submissionOf(references, mark) });
  }
}

const firstId = (list: Exchange): string | undefined => listItems(list)[0]?.id;

const readOrganization = async (client: Client): Promise<string | undefined> =>
  stringIn(await sendUntilServed(client, "KEY_A", "getInstallation"), "orgId");

async function findSessionRead(client: Client): Promise<OperationId | undefined> {
  if (client.environment.tokens.SESSION_A === undefined) return undefined;
  for (const operation of ["listProducts", "listOrganizations", "getMe"] as const) {
    if ((await sendUntilServed(client, "SESSION_A", operation)).isSuccess) return operation;
  }
  return undefined;
}

async function readProfile(client: Client): Promise<Readonly<Record<string, unknown>> | undefined> {
  const me = await sendUntilServed(client, "KEY_A", "getMe");
  const body = me.json();
  return me.isSuccess && isObject(body) ? restorableFields(body) : undefined;
}

function failIfNotServed({ exchanges, environment: { baseUrl } }: Client): void {
  const [first] = exchanges;
  if (first?.failure !== undefined) fail(`${baseUrl} does not answer: ${first.failure}`);
  const served = new Set(exchanges.flatMap(({ isSuccess, credential }) => (isSuccess ? [credential] : [])));
  // A credential that is served once is valid: operations that it may not use may answer 401.
  const rejected = new Set(
    exchanges.flatMap(({ status, credential }) => (status === 401 && !served.has(credential) ? [credential] : [])),
  );
  if (rejected.size > 0) {
    const question = rejected.size === 1 ? "was answered 401: is it" : "were rejected with 401: are they";
    fail(`${[...rejected].join(" and ")} ${question} still valid?`);
  }
  if (exchanges.some(({ isSuccess, status }) => isSuccess || status === 429)) return;
  const { operation = "", status, credential } = first ?? {};
  fail(`${operation} is answered ${status} for ${credential}: is ${baseUrl} the API's base URL?`);
}

/** A client that has the exchanges of `setup`. */
export const clientAfterSetup = (environment: Environment, { clockStart, before }: SetupData): Client =>
  createClient(environment, clockStart, { before });
