/**
 * Many submissions are sent as fast as the limit allows, and the status of each is read until it is processed: their ids are unique and
 * none is lost. The time in the queue is reported as a distribution, `fpk_queue_time` (§2.12, §2.13; §4, rule 1).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run flow.ts
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { createBudget, type SendWithinLimit } from "../in-k6/budget.ts";
import type { Client } from "../in-k6/client.ts";
import { type Role, readEnvironment } from "../in-k6/environment.ts";
import {
  addStatus,
  hidesStatus,
  pollUntilProcessed,
  readFinalStatuses,
  type Submission,
  submissionIn,
  wrongStatus,
} from "../in-k6/follow-submission.ts";
import { judgeSequences } from "../in-k6/judge-sequences.ts";
import { queueTime } from "../in-k6/metrics.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { plans } from "../in-k6/plans.ts";
import { reportCheck, reportUnjudged } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { submissionCount } from "../in-k6/shapes.ts";
import { type References, submissionOf } from "../in-k6/submission.ts";
import { summaryOf } from "../in-k6/summary.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens, graceMs, seed } = environment;
const count = Math.ceil(submissionCount(environment) / instances);

/** How many requests an organization sends concurrently. */
const concurrency = 20;
/** How long after the last submission the queued ones are polled. */
const maxPollingMs = 2 * graceMs;

const maxSeconds = 3 * plans.flow.forecast(environment).seconds + 120;
const userOf = (exec: string) => onceInEachProcess(environment, { exec, clause: "feedback.identifier", maxSeconds });

export const options = {
  setupTimeout,
  scenarios: {
    submissions: userOf("follow"),
    ...(tokens.KEY_B === undefined ? {} : { others: userOf("followOthers") }),
  },
  thresholds: thresholdsOf(environment, { checks: [scenarioChecks.answered, scenarioChecks.noneLost] }),
};

export const setup = () => prepare("flow", environment, { references: ["KEY_A", "KEY_B"] });

export const follow = (setupData: SetupData) => followAs("KEY_A", setupData);
export const followOthers = (setupData: SetupData) => followAs("KEY_B", setupData);

async function followAs(role: Role, setupData: SetupData): Promise<void> {
  const references = setupData.references[role];
  // A second organization without a product cannot submit; then only the first one is judged.
  if (role !== "KEY_A" && references === undefined && setupData.references.KEY_A !== undefined) return;
  const client = clientAfterSetup(environment, setupData);
  const sendWithinLimit = createBudget(client);
  const readStatus = async (submission: Submission): Promise<Exchange> => {
    const parameters = { feedbackId: submission.feedbackId };
    const exchange = await sendWithinLimit(() => client.send(role, "getFeedbackStatus", { parameters }));
    const queuedMs = addStatus(submission, exchange);
    if (queuedMs !== undefined) queueTime.add(queuedMs);
    return exchange;
  };
  const submissions = references === undefined ? [] : await submitAll(role, references, client, sendWithinLimit);
  await pollUntilProcessed(client, submissions, { readStatus, maxMs: maxPollingMs });
  await readFinalStatuses(client, submissions, readStatus);
  const { exchanges } = client;
  judgeAnswers(exchanges);
  if (role !== "KEY_A" && mayNotSubmit(exchanges)) return judgeSequences(client);
  judgeLost(submissions);
  judgeSequences(client, "flow");
}

async function submitAll(
  role: Role,
  references: References,
  client: Client,
  sendWithinLimit: SendWithinLimit,
): Promise<readonly Submission[]> {
  const submissions: Submission[] = [];
  let sent = 0;
  const submitRest = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const body = submissionOf(references, `${seed}-${role}-${client.now().toFixed(3)}-${sent}`);
      const submission = submissionIn(await sendWithinLimit(() => client.send(role, "submitFeedback", { body })));
      if (submission !== undefined) submissions.push(submission);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, submitRest));
  return submissions;
}

/** The document leaves open which roles may submit (§5.7). */
const mayNotSubmit = (exchanges: readonly Exchange[]): boolean =>
  exchanges.every(({ operation, status }) => operation !== "submitFeedback" || status === 401 || status === 403);

function judgeAnswers(exchanges: readonly Exchange[]): void {
  const failed = exchanges.filter(({ status }) => status === 0 || status >= 500);
  const shown = failed.map(({ request, status, failure }) => `${request.method} ${status || failure}`).slice(0, 3);
  const actual = `${failed.length} of ${exchanges.length}: ${shown.join(", ")}`;
  const difference =
    failed.length === 0 ? undefined : { expected: "a status below 500", actual, proof: failed.slice(0, 1) };
  reportCheck(environment, scenarioChecks.answered, difference);
}

function judgeLost(submissions: readonly Submission[]): void {
  const { noneLost } = scenarioChecks;
  if (submissions.length < count) {
    reportUnjudged(environment, noneLost, `${submissions.length} of ${count} submissions were accepted`);
    return;
  }
  if (submissions.every(({ lastStatus }) => lastStatus === undefined || hidesStatus(lastStatus))) {
    reportUnjudged(environment, noneLost, "the key may not read the status of a submission");
    return;
  }
  const wrong = submissions.map(wrongStatus).filter((difference) => difference !== undefined);
  const [first] = wrong;
  const actual = `${first?.actual}; the same with ${wrong.length} of ${submissions.length}`;
  reportCheck(environment, noneLost, first && { ...first, actual });
}

export const handleSummary = summaryOf("flow", environment);
