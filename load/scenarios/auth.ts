/**
 * During a flood of requests with unissued tokens, an expired key and a key that may not list features, each of them is answered 401
 * or 403 with an error body and the headers. Meanwhile a valid key is served, only its own requests count against its limit, and its
 * latency stays within the stated ratio of the latency before (§5.3, §5.8, §8).
 *
 *   BASE_URL=… KEY_A=… EXPIRED_A=… DENIED_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run auth.ts
 *
 * The valid key is KEY_B, because requests with EXPIRED_A and DENIED_A may count against their own organization. Without KEY_B it
 * is KEY_A, and the flood consists of unissued tokens only.
 */
import exec from "k6/execution";
import { type Exchange, isOverloaded } from "../../conformance/model/exchange.ts";
import { possibleAddressLocks } from "../in-k6/address-lock.ts";
import {
  type CallerTraffic,
  floodScenarios,
  judgeLatency,
  judgeRejections,
  latencyThreshold,
  sendDuringFlood,
} from "../in-k6/caller-during-flood.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { readEnvironment, type Sender } from "../in-k6/environment.ts";
import { countFailed } from "../in-k6/judge-answers.ts";
import { countJudgements, judgeSequences } from "../in-k6/judge-sequences.ts";
import { excessOf, largestFall } from "../in-k6/largest-fall.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { reportCheck, reportEach, reportUnjudged } from "../in-k6/report.ts";
import { type ScenarioCheck, scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { authPhases, minLatencies } from "../in-k6/shapes.ts";
import { summaryOf } from "../in-k6/summary.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;
const phases = authPhases(environment);
const clause = "auth.unauthorized";

const validKey = tokens.KEY_B === undefined ? "KEY_A" : "KEY_B";

/** A credential of the flood, the status with which its requests must be answered, and the check that demands it. */
interface FloodKind {
  readonly sender: Sender;
  readonly status: 401 | 403;
  readonly check: ScenarioCheck;
}

const unknown: FloodKind = { sender: "unknown", status: 401, check: scenarioChecks.unknownRejected };
const expired: FloodKind = { sender: "EXPIRED_A", status: 401, check: scenarioChecks.expiredRejected };
const denied: FloodKind = { sender: "DENIED_A", status: 403, check: scenarioChecks.deniedRejected };

const ofKeyA = [expired, denied].filter(({ sender }) => sender !== "unknown" && tokens[sender] !== undefined);
const floodKinds = [unknown, ...(validKey === "KEY_B" ? ofKeyA : [])];

const { neverRejected, keyServed, ownRequestsOnly, latency } = scenarioChecks;
/** Each of several processes sees only a part of the key's requests. */
const countChecks = instances === 1 ? [ownRequestsOnly] : [];
const checks = [neverRejected, keyServed, ...countChecks, latency, ...floodKinds.map(({ check }) => check)];

export const options = {
  setupTimeout,
  scenarios: {
    valid: onceInEachProcess(environment, { exec: "useKey", clause, maxSeconds: phases.seconds + 60 }),
    ...floodScenarios(environment, phases, clause),
  },
  thresholds: { ...thresholdsOf(environment, { checks }), ...latencyThreshold(environment) },
};

export function setup(): Promise<SetupData> {
  if (validKey === "KEY_A" && ofKeyA.length > 0 && !environment.isRecording) {
    console.warn("without KEY_B, a key of another organization, EXPIRED_A and DENIED_A are not used");
  }
  return prepare("auth", environment, { references: floodKinds.includes(denied) ? ["DENIED_A"] : [], fresh: validKey });
}

/** Sends with the valid key, in each round before and during the flood, always well within its limit. */
export async function useKey(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  const sent = await sendDuringFlood(client, validKey, phases);
  judgeKeyLimited(sent);
  judgeService(sent);
  if (instances === 1) judgeOwnRequests(sent);
  judgeLatency(environment, sent, phases, minLatencies);
  if (floodKinds.includes(denied) && setupData.references.DENIED_A === undefined) {
    reportUnjudged(environment, denied.check, "DENIED_A lists no product whose features it might ask for");
  }
  judgeSequences(client);
}

/** Does not judge 429s that may come from a lock on the address. */
function judgeKeyLimited(sent: CallerTraffic): void {
  const locked = possibleAddressLocks(sent, phases);
  const exchanges = sent.exchanges.filter((exchange) => !locked.has(exchange));
  if (locked.size > 0 && exchanges.every(({ status }) => status !== 429)) {
    const reason = `429 to ${locked.size} of ${sent.exchanges.length} requests of ${validKey} during the flood, none with X-RateLimit-Remaining: 0: a gateway may have locked this address because of the rejected requests, which is legal`;
    reportUnjudged(environment, neverRejected, reason);
    return;
  }
  judgeRejections(environment, { ...sent, exchanges }, "while others were rejected");
}

/** `neverRejected` judges the 429s. */
function judgeService({ exchanges, startedAt }: CallerTraffic): void {
  const floodFrom = startedAt + phases.quietSeconds * 1000;
  const before = exchanges.filter(({ sentAt }) => sentAt < floodFrom);
  if (!before.some(({ isSuccess }) => isSuccess)) {
    const reason = `before the flood listProducts is answered ${before[0]?.status ?? "too late"} with ${validKey}`;
    reportUnjudged(environment, keyServed, reason);
    return;
  }
  const unserved = exchanges.filter((each) => !each.isSuccess && each.status !== 429 && !isOverloaded(each));
  const failed = unserved.filter(({ status }) => status > 0);
  const statuses = [...new Set(unserved.map(({ status, failure }) => status || failure))].join(", ");
  if (unserved.length > 0 && failed.length === 0) {
    reportUnjudged(
      environment,
      keyServed,
      `no answer to ${unserved.length} of ${exchanges.length} requests: ${statuses}`,
    );
    return;
  }
  const difference = {
    expected: `${exchanges.length} requests served`,
    actual: `${statuses} to ${unserved.length} of them`,
    proof: failed.slice(0, 1),
  };
  reportCheck(environment, keyServed, failed.length === 0 ? undefined : difference);
}

function judgeOwnRequests({ exchanges }: CallerTraffic): void {
  const fall = largestFall(exchanges);
  if (fall === undefined) {
    reportUnjudged(environment, ownRequestsOnly, "no two responses show X-RateLimit-Remaining");
    return;
  }
  const { from, to, requests, proof } = fall;
  const expected = `X-RateLimit-Remaining to fall by at most ${requests}, for the key's own requests`;
  const actual = `it fell by ${from - to}, from ${from} to ${to}, while requests of others were rejected`;
  reportCheck(environment, ownRequestsOnly, excessOf(fall) <= 0 ? undefined : { expected, actual, proof });
}

/** In k6, each virtual user has module variables of its own. */
let floodClient: Client | undefined;
let isLossReported = false;

/** Sends one request of the flood; k6 starts `floodRate` of them each second. */
export async function flood(setupData: SetupData): Promise<void> {
  floodClient ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  const kinds = setupData.references.DENIED_A === undefined ? floodKinds.filter((kind) => kind !== denied) : floodKinds;
  const kind = kinds[exec.scenario.iterationInTest % kinds.length] ?? unknown;
  const exchange = await send(floodClient, kind, setupData);
  judgeRejection(kind, exchange);
  countFailed(environment, exchange, "auth");
  countJudgements(floodClient);
}

/** DENIED_A lists features, because only for this list does the document declare a 403. */
function send(client: Client, { sender }: FloodKind, { references }: SetupData): Promise<Exchange> {
  const { productId } = references.DENIED_A ?? {};
  if (sender !== "DENIED_A" || productId === undefined) return client.send(sender, "listProducts");
  return client.send(sender, "listFeatures", { parameters: { productId } });
}

/**
 * A 429 is not a failure: DENIED_A may exceed its organization's limit, and the document does not exclude a limit by address for requests
 * without valid credentials. Nor is an overload (`isOverloaded`). The laws judge the body and the headers of every response.
 */
function judgeRejection({ sender, status: expectedStatus, check }: FloodKind, exchange: Exchange): void {
  const { status, failure } = exchange;
  if (status === 429 || isOverloaded(exchange)) return;
  if (status === 0) {
    if (!isLossReported) reportUnjudged(environment, check, `a request of the flood was not answered: ${failure}`);
    isLossReported = true;
    return;
  }
  const whom = sender === "unknown" ? "a token that was never issued, also if it resembles KEY_A" : sender;
  const difference = { expected: `${expectedStatus} to ${whom}`, actual: `${status}`, proof: [exchange] };
  reportEach(environment, check, status === expectedStatus ? undefined : difference);
}

export const handleSummary = summaryOf("auth", environment);
