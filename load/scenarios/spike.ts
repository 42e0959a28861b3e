/**
 * When virtual users rise from none to many in a second, on a server whose limit is raised for the test, every request is answered like
 * a single request: no 5xx, no 429, no other organization's data (§4, §5.2).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100000 WINDOW=60 k6 run spike.ts
 */
import { fail } from "k6";
import exec from "k6/execution";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { failedAnswer } from "../in-k6/answers.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { type Role, readEnvironment } from "../in-k6/environment.ts";
import { addStatus, submissionIn, wrongStatus } from "../in-k6/follow-submission.ts";
import { judgeOrganizations, judgeProducts, judgeStatus } from "../in-k6/foreign-data.ts";
import { judgeAnswer } from "../in-k6/judge-answers.ts";
import { countJudgements } from "../in-k6/judge-sequences.ts";
import { setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { reportEach } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { prepare, type SetupData } from "../in-k6/setup.ts";
import { limitOf, missingSpikeLimit, requestsOfVisit, spikeShape } from "../in-k6/shapes.ts";
import { submissionOf } from "../in-k6/submission.ts";
import { summaryOf } from "../in-k6/summary.ts";
import { pause } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { stages, isRate, pauseSeconds, startedUsers, maxPerSecond } = spikeShape(environment);

/** The executor of virtual users that repeat `visit`. */
function ofUsers() {
  const targets = stages.map(({ seconds, target }) => ({ duration: `${seconds}s`, target }));
  return { executor: "ramping-vus", startVUs: 0, stages: targets, gracefulRampDown: "30s" };
}

/** The executor of a number of requests a second, however many of them still wait for a response. */
function ofRate() {
  const perMinute = (requests: number) => Math.ceil((60 * requests) / requestsOfVisit);
  const targets = stages.map(({ seconds, target }) => ({ duration: `${seconds}s`, target: perMinute(target) }));
  const vus = { preAllocatedVUs: startedUsers, maxVUs: Math.max(100, Math.ceil(2 * maxPerSecond)) };
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
  return prepare("spike", environment, { references: keys, installation: true });
}

const keys = (["KEY_A", "KEY_A2", "KEY_B"] as const).filter((role) => environment.tokens[role] !== undefined);

let client: Client | undefined;

/**
 * One iteration: a list, or a submission and its status. Each virtual user uses the keys in turn. Some requests ask for another
 * organization's product or status.
 */
export async function visit(setupData: SetupData): Promise<void> {
  client ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  const { iterationInInstance: turn, idInTest } = exec.vu;
  const role = keys[(turn + idInTest) % keys.length] ?? "KEY_A";
  const references = setupData.references[role];
  const { productId } = (turn % 8 === 6 ? setupData.references.KEY_A : references) ?? {};
  if (turn % 4 === 3 && references !== undefined) {
    const mark = `${environment.seed}-${client.now().toFixed(3)}-${idInTest}-${turn}`;
    await submit(client, role, submissionOf(references, mark));
  } else if (turn % 4 === 2 && productId !== undefined) {
    judgeService(await client.send(role, "listFeatures", { parameters: { productId } }));
  } else if (turn % 8 === 1) {
    judgeOrganizations(environment, judgeService(await client.send(role, "listOrganizations")), setupData);
  } else {
    judgeProducts(environment, judgeService(await client.send(role, "listProducts")), setupData);
  }
  countJudgements(client);
  await pause(pauseSeconds * 1000);
}

async function submit(sender: Client, role: Role, body: object): Promise<void> {
  const submission = submissionIn(judgeService(await sender.send(role, "submitFeedback", { body })));
  await pause(pauseSeconds * 1000);
  if (submission === undefined) return;
  const parameters = { feedbackId: submission.feedbackId };
  const status = judgeService(await sender.send(role, "getFeedbackStatus", { parameters }));
  addStatus(submission, status);
  // A status may be missing for a short time after the submission.
  if (status.isSuccess) reportEach(environment, scenarioChecks.noneLost, wrongStatus(submission, environment.graceMs));
  if (status.isSuccess) await readAsOther(sender, role, submission.feedbackId);
}

/** Reads the status with another organization's key. */
async function readAsOther(sender: Client, role: Role, feedbackId: string): Promise<void> {
  const other = role === "KEY_B" ? "KEY_A" : "KEY_B";
  if (environment.tokens[other] === undefined) return;
  await pause(pauseSeconds * 1000);
  judgeService(await judgeStatus(sender, other, feedbackId));
}

function judgeService(exchange: Exchange): Exchange {
  judgeAnswer(environment, exchange);
  if (exchange.status === 0) return exchange;
  const rejected = { ...failedAnswer(exchange), expected: "service, within the limit" };
  reportEach(environment, scenarioChecks.neverRejected, exchange.status === 429 ? rejected : undefined);
  return exchange;
}

export const handleSummary = summaryOf("spike", environment);
