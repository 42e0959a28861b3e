/**
 * When virtual users, or requests a second, rise from none to many, on a server whose limit is raised for the test, every request is
 * answered like a single request: no 5xx, no 429, no other organization's data (§4, §5.2).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100000 WINDOW=60 k6 run spike.ts
 */
import { fail } from "k6";
import exec from "k6/execution";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { failedAnswer } from "../in-k6/answers.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { type Role, readEnvironment } from "../in-k6/environment.ts";
import { addStatus, wrongStatus } from "../in-k6/follow-submission.ts";
import { judgeOrganizations, judgeProducts, judgeStatus } from "../in-k6/foreign-data.ts";
import { countFailed, judgeAnswer } from "../in-k6/judge-answers.ts";
import { countJudgements } from "../in-k6/judge-sequences.ts";
import { setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { recentSubmissions, submissionOfSetup } from "../in-k6/recent-submissions.ts";
import { reportEach } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { prepare, type SetupData } from "../in-k6/setup.ts";
import { firstSubmissions, limitOf, missingSpikeLimit, sampledShare, spikeShape } from "../in-k6/shapes.ts";
import { type Submission, submissionIn, submissionOf } from "../in-k6/submission.ts";
import { summaryOf } from "../in-k6/summary.ts";
import { pause } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { stages, isRate, pauseSeconds, startedUsers, maxPerSecond } = spikeShape(environment);
const sampledShareAt = sampledShare(environment);

/** The executor of virtual users that repeat `visit`. */
function ofUsers() {
  const targets = stages.map(({ seconds, target }) => ({ duration: `${seconds}s`, target }));
  return { executor: "ramping-vus", startVUs: 0, stages: targets, gracefulRampDown: "30s" };
}

/** The executor of a number of requests a second, however many of them still wait for a response. */
function ofRate() {
  // By the minute, since k6 accepts only whole numbers.
  const targets = stages.map(({ seconds, target }) => ({ duration: `${seconds}s`, target: Math.ceil(60 * target) }));
  const vus = {
    preAllocatedVUs: startedUsers,
    maxVUs: Math.max(startedUsers, Math.min(4000, Math.ceil(10 * maxPerSecond))),
  };
  return { executor: "ramping-arrival-rate", startRate: 0, timeUnit: "1m", stages: targets, ...vus };
}

export const options = {
  setupTimeout,
  scenarios: {
    spike: {
      ...(isRate ? ofRate() : ofUsers()),
      exec: "visit",
    },
  },
  thresholds: {
    ...thresholdsOf(environment, { checks: [scenarioChecks.answered, scenarioChecks.neverRejected] }),
    fpk_limited: ["count==0"],
  },
};

export function setup(): Promise<SetupData> {
  const missing = missingSpikeLimit(environment);
  const { windowSeconds } = limitOf(environment);
  if (missing !== undefined) {
    fail(`spike needs a limit raised to ${missing} requests in ${windowSeconds} s, or switched off (LIMIT=0)`);
  }
  return prepare("spike", environment, { references: keys, submissions: firstSubmissions, installation: true });
}

const keys = (["KEY_A", "KEY_A2", "KEY_B"] as const).filter((role) => environment.tokens[role] !== undefined);

let client: Client | undefined;

type Step = (sender: Client, role: Role, setupData: SetupData) => Promise<void>;

/**
 * What a virtual user sends, one request in each iteration, so that k6's iterations a second are requests a second. Without a submission that was
 * accepted the reads of a status are lists of products.
 */
const steps: readonly Step[] = [
  listProducts,
  listOrganizations,
  listFeatures,
  submit,
  readStatus,
  readStatusAsOther,
  listProducts,
  listProducts,
  (sender, role, setupData) => listFeatures(sender, role, setupData, "KEY_A"),
  submit,
  readStatus,
  readStatusAsOther,
];

/** One iteration. Each virtual user begins with another step, and uses the keys in turn, one for all steps. */
export async function visit(setupData: SetupData): Promise<void> {
  const { iterationInInstance, idInTest } = exec.vu;
  const turn = iterationInInstance + idInTest;
  const role = keys[(idInTest + Math.floor(turn / steps.length)) % keys.length] ?? "KEY_A";
  if (client === undefined) {
    client = createClient(environment, setupData.clockStart, { keepsExchanges: false });
    submissions = recentSubmissions(environment.graceMs, idInTest);
    lastRead = submissionOfSetup(setupData, role, idInTest);
    submissions.add(lastRead);
  }
  await (steps[turn % steps.length] ?? listProducts)(client, role, setupData);
  countJudgements(client);
  await pause(pauseSeconds * 1000);
}

async function listProducts(sender: Client, role: Role, setupData: SetupData): Promise<void> {
  judgeProducts(environment, judgeService(await sender.send(role, "listProducts")), setupData);
}

async function listOrganizations(sender: Client, role: Role, setupData: SetupData): Promise<void> {
  judgeOrganizations(environment, judgeService(await sender.send(role, "listOrganizations")), setupData);
}

/** `of`: whose product it is. */
async function listFeatures(sender: Client, role: Role, setupData: SetupData, of = role): Promise<void> {
  const { productId } = setupData.references[of] ?? {};
  if (productId === undefined) return listProducts(sender, role, setupData);
  const intent = (role === "KEY_B") === (of === "KEY_B") ? "valid" : "foreign-id";
  judgeService(await sender.send(role, "listFeatures", { parameters: { productId }, intent }));
}

let submissions = recentSubmissions(environment.graceMs, 0);
/** Whose status was read last. */
let lastRead: Submission | undefined;

async function submit(sender: Client, role: Role, setupData: SetupData): Promise<void> {
  const references = setupData.references[role];
  if (references === undefined) return listProducts(sender, role, setupData);
  const mark = `${environment.seed}-${sender.now().toFixed(3)}-${exec.vu.idInTest}-${exec.vu.iterationInInstance}`;
  const outgoing = { body: submissionOf(references, mark) };
  const accepted = submissionIn(judgeService(await sender.send(role, "submitFeedback", outgoing)));
  submissions.add(accepted);
  // Another virtual user sends meanwhile.
  if (accepted === undefined || Math.random() >= sampledShareAt((Date.now() - exec.scenario.startTime) / 1000)) return;
  await pause(environment.graceMs + 100);
  await readStatusOf(sender, accepted);
}

async function readStatusOf(sender: Client, submission: Submission): Promise<void> {
  const parameters = { feedbackId: submission.feedbackId };
  addStatus(submission, judgeService(await sender.send(roleOf(submission), "getFeedbackStatus", { parameters })));
  reportEach(environment, scenarioChecks.noneLost, wrongStatus(submission, environment.graceMs));
}

async function readStatus(sender: Client, role: Role, setupData: SetupData): Promise<void> {
  lastRead = submissions.next(sender.now());
  if (lastRead === undefined) return listProducts(sender, role, setupData);
  await readStatusOf(sender, lastRead);
}

/** The key that sent it: the virtual user may use another by now. */
const roleOf = ({ acceptance }: Submission) => keys.find((key) => key === acceptance.credential) ?? "KEY_A";

async function readStatusAsOther(sender: Client, role: Role, setupData: SetupData): Promise<void> {
  const other = lastRead !== undefined && roleOf(lastRead) === "KEY_B" ? "KEY_A" : "KEY_B";
  if (lastRead === undefined || environment.tokens[other] === undefined) return listProducts(sender, role, setupData);
  judgeService(await judgeStatus(sender, other, lastRead.feedbackId));
}

function judgeService(exchange: Exchange): Exchange {
  judgeAnswer(environment, exchange);
  countFailed(environment, exchange, "spike");
  if (exchange.status === 0) return exchange;
  const rejected = { ...failedAnswer(exchange), expected: "service, within the limit" };
  reportEach(environment, scenarioChecks.neverRejected, exchange.status === 429 ? rejected : undefined);
  return exchange;
}

export const handleSummary = summaryOf("spike", environment);
