/**
 * A flood of tokens that were never issued, of an expired key and of one that may not list features: each is answered 401 or 403
 * with an error body and the headers. Beside it a valid key is served, only its own requests take from its limit, and its latency
 * stays within the stated ratio of what it was before (§5.3, §5.8, §8).
 *
 *   BASE_URL=… KEY_A=… EXPIRED_A=… DENIED_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run auth.ts
 *
 * The valid key is KEY_B, because requests with EXPIRED_A and DENIED_A may count against their own organization. Without KEY_B it
 * is KEY_A, beside a flood of unknown tokens alone.
 */
import exec from "k6/execution";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { rejectionsOfAddress } from "../in-k6/address-lock.ts";
import {
  floodScenarios,
  judgeLatency,
  judgeRejections,
  latencyThreshold,
  type SentBeside,
  sendBesideFlood,
} from "../in-k6/beside-flood.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { readEnvironment, type Sender } from "../in-k6/environment.ts";
import { countJudgements, judgeSequences } from "../in-k6/judge-sequences.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { excessOf, largestFall } from "../in-k6/own-requests.ts";
import { reportCheck, reportEach, reportUnjudged } from "../in-k6/report.ts";
import { type ScenarioCheck, scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { authPhases, minLatencies } from "../in-k6/shapes.ts";
import { summaryOf } from "../in-k6/summary.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;
const phases = authPhases(environment);
const clause = "auth.unauthorized";

/** The role of the valid key. */
const validKey = tokens.KEY_B === undefined ? "KEY_A" : "KEY_B";

/** One of the credentials that flood, how each of its requests is to be answered, and the check that says so. */
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
/** Each of several processes sees only its part of the key's requests. */
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

/** The valid key: alone, then beside the flood, and so in each round; always well within its limit. */
export async function useKey(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  const sent = await sendBesideFlood(client, validKey, phases);
  judgeKeyLimited(sent);
  judgeService(sent);
  if (instances === 1) judgeOwnRequests(sent);
  judgeLatency(environment, sent, phases, minLatencies);
  if (floodKinds.includes(denied) && setupData.references.DENIED_A === undefined) {
    reportUnjudged(environment, denied.check, "DENIED_A lists no product whose features it might ask for");
  }
  judgeSequences(client);
}

/** What may be a lock on the address is not judged. */
function judgeKeyLimited(sent: SentBeside): void {
  const locked = rejectionsOfAddress(sent, phases);
  const exchanges = sent.exchanges.filter((exchange) => !locked.has(exchange));
  if (locked.size > 0 && exchanges.every(({ status }) => status !== 429)) {
    const reason = `429 to ${locked.size} of ${sent.exchanges.length} requests of ${validKey} beside the flood, with some of its limit left: this may be a lock on the address after so many rejected requests, which is legal`;
    reportUnjudged(environment, neverRejected, reason);
    return;
  }
  judgeRejections(environment, { ...sent, exchanges }, "while others were rejected");
}

/** A 429 is left to `neverRejected`. */
function judgeService({ exchanges, startedAt }: SentBeside): void {
  const floodFrom = startedAt + phases.aloneSeconds * 1000;
  const before = exchanges.filter(({ sentAt }) => sentAt < floodFrom);
  if (!before.some(({ isSuccess }) => isSuccess)) {
    const reason = `before the flood listProducts is answered ${before[0]?.status ?? "too late"} with ${validKey}`;
    reportUnjudged(environment, keyServed, reason);
    return;
  }
  const failed = exchanges.filter(({ isSuccess, status }) => !isSuccess && status !== 429);
  const shown = [...new Set(failed.map(({ status, failure }) => status || failure))].join(", ");
  const expected = `${exchanges.length} requests served`;
  const actual = `${shown} to ${failed.length} of them`;
  reportCheck(environment, keyServed, failed.length === 0 ? undefined : { expected, actual });
}

function judgeOwnRequests({ exchanges }: SentBeside): void {
  const fall = largestFall(exchanges);
  if (fall === undefined) {
    reportUnjudged(environment, ownRequestsOnly, "no two responses show X-RateLimit-Remaining");
    return;
  }
  const { from, to, requests } = fall;
  const expected = `X-RateLimit-Remaining to fall by at most ${requests}, for the key's own requests`;
  const actual = `it fell by ${from - to}, from ${from} to ${to}, while requests of others were rejected`;
  reportCheck(environment, ownRequestsOnly, excessOf(fall) <= 0 ? undefined : { expected, actual });
}

/** Of this virtual user. */
let floodClient: Client | undefined;
let isLossReported = false;

/** The flood: one request; k6 starts `floodRate` of them each second. */
export async function flood(setupData: SetupData): Promise<void> {
  floodClient ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  const kinds = setupData.references.DENIED_A === undefined ? floodKinds.filter((kind) => kind !== denied) : floodKinds;
  const kind = kinds[exec.scenario.iterationInTest % kinds.length] ?? unknown;
  judgeRejection(kind, await send(floodClient, kind, setupData));
  countJudgements(floodClient);
}

/** Only for the list of features does the document declare a 403. */
function send(client: Client, { sender }: FloodKind, { references }: SetupData): Promise<Exchange> {
  const { productId } = references.DENIED_A ?? {};
  if (sender !== "DENIED_A" || productId === undefined) return client.send(sender, "listProducts");
  return client.send(sender, "listFeatures", { parameters: { productId } });
}

/**
 * A 429 is not a fault: what is denied may exceed its organization's limit, and a limit by address for requests without valid
 * credentials is excluded nowhere. Its body and headers, as those of every response, are judged by the laws.
 */
function judgeRejection({ sender, status: expectedStatus, check }: FloodKind, { status, failure }: Exchange): void {
  if (status === 429) return;
  if (status === 0) {
    if (!isLossReported) reportUnjudged(environment, check, `a request of the flood was not answered: ${failure}`);
    isLossReported = true;
    return;
  }
  const whom = sender === "unknown" ? "a token that was never issued, also if it resembles KEY_A" : sender;
  const difference = { expected: `${expectedStatus} to ${whom}`, actual: `${status}` };
  reportEach(environment, check, status === expectedStatus ? undefined : difference);
}

export const handleSummary = summaryOf("auth", environment);
