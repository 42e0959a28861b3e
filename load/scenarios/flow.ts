/**
 * Many submissions, as fast as the limit allows, each followed to its status: their ids are unique, none is lost, and the time
 * in the queue is told as a distribution, `fpk_queue_time` (§2.12, §2.13; §4, rule 1).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run flow.ts
 */
import type { Exchange } from "../../conformance/exchange.ts";
import { createBudget } from "../in-k6/budget.ts";
import type { Client } from "../in-k6/client.ts";
import { type Label, readEnvironment } from "../in-k6/environment.ts";
import {
  askAtLast,
  isToldNothing,
  type Submission,
  submissionIn,
  takeStatus,
  untilMoved,
  wrongWith,
} from "../in-k6/follow.ts";
import { conclude } from "../in-k6/judge-sequences.ts";
import { queueTime, thresholdsOf } from "../in-k6/metrics.ts";
import { ownChecks } from "../in-k6/own-checks.ts";
import { plans, submissionsOf } from "../in-k6/plans.ts";
import { reportOpen, tellOwn } from "../in-k6/report.ts";
import { clientOf, discover, type World } from "../in-k6/setup.ts";
import { submissionOf } from "../in-k6/submission.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens, graceMs, seed } = environment;
const count = Math.ceil(submissionsOf(environment) / instances);

/** So many of an organization are under way at once. */
const width = 6;
/** So long after the last submission those are asked for that are still queued. */
const patienceMs = 2 * graceMs;

export const claim = plans.flow.claim;

const user = {
  executor: "per-vu-iterations",
  vus: instances,
  iterations: 1,
  maxDuration: `${Math.ceil(3 * plans.flow.forecast(environment).seconds + 120)}s`,
  tags: { clause: "feedback.identifier" },
};

export const options = {
  setupTimeout: "10m",
  scenarios: {
    submissions: { ...user, exec: "follow" },
    ...(tokens.KEY_B === undefined ? {} : { others: { ...user, exec: "followOthers" } }),
  },
  thresholds: thresholdsOf(environment, [ownChecks.answered.id, ownChecks.noneLost.id]),
};

export const setup = () => discover("flow", environment, { references: ["KEY_A", "KEY_B"] });

export const follow = (world: World) => followAs("KEY_A", world);
export const followOthers = (world: World) => followAs("KEY_B", world);

async function followAs(label: Label, world: World): Promise<void> {
  // With nothing to refer to the second organization adds nothing; the first one's claim stands.
  if (label !== "KEY_A" && world.references[label] === undefined && world.references.KEY_A !== undefined) return;
  const client = clientOf(environment, world);
  const { spend } = createBudget(client);
  const ask = async (one: Submission): Promise<Exchange> => {
    const parameters = { feedbackId: one.feedbackId };
    const answer = await spend(() => client.send(label, "getFeedbackStatus", { parameters }));
    const inQueue = takeStatus(one, answer);
    if (inQueue !== undefined) queueTime.add(inQueue);
    return answer;
  };
  const submissions = await submitAll(label, world, client, spend);
  await untilMoved(client, submissions, { ask, patienceMs });
  await askAtLast(client, submissions, ask);
  judgeAnswers(client);
  if (label !== "KEY_A" && mayNotSubmit(client)) return conclude(client, []);
  judgeLost(submissions);
  conclude(client, ["feedback.unique-ids"]);
}

/** All at once at first, as the limit allows. */
async function submitAll(
  label: Label,
  { references }: World,
  client: Client,
  spend: (send: () => Promise<Exchange>) => Promise<Exchange>,
): Promise<readonly Submission[]> {
  const refersTo = references[label];
  if (refersTo === undefined) return [];
  const submissions: Submission[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const body = submissionOf(refersTo, `${seed}-${label}-${client.now().toFixed(3)}-${next}`);
      const submission = submissionIn(await spend(() => client.send(label, "submitFeedback", { body })));
      if (submission !== undefined) submissions.push(submission);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return submissions;
}

/** Which roles may submit is open (§5.7). */
const mayNotSubmit = ({ exchanges }: Client): boolean =>
  exchanges.every(({ operation, status }) => operation !== "submitFeedback" || status === 401 || status === 403);

function judgeAnswers({ exchanges }: Client): void {
  const bad = exchanges.filter(({ status }) => status === 0 || status >= 500);
  const actual = bad.map(({ request, status, failure }) => `${request.method} ${status || failure}`).slice(0, 3);
  tellOwn(
    environment,
    ownChecks.answered,
    bad.length === 0
      ? undefined
      : { expected: "an answer below 500", actual: `${bad.length} of ${exchanges.length}: ${actual.join(", ")}` },
  );
}

function judgeLost(submissions: readonly Submission[]): void {
  if (submissions.length < count) {
    reportOpen(environment, ownChecks.noneLost, `${submissions.length} of ${count} submissions were accepted`);
    return;
  }
  if (submissions.every(({ last }) => last === undefined || isToldNothing(last))) {
    reportOpen(environment, ownChecks.noneLost, "the key may not read the status of a submission");
    return;
  }
  const wrong = submissions.map(wrongWith).filter((one) => one !== undefined);
  const [first] = wrong;
  tellOwn(
    environment,
    ownChecks.noneLost,
    first && { ...first, actual: `${first.actual}; so with ${wrong.length} of ${submissions.length}` },
  );
}

export const handleSummary = (data: SummaryData) => summaryOf("flow", data, __ENV.FPK_SUMMARY);
