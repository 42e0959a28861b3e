/**
 * Many submissions are sent as fast as the limit allows, and the status of each is read until it leaves the queue: their ids are unique and
 * none is lost, and no read is answered 429 while requests remain. The time in the queue is reported as a distribution, `fpk_queue_time` (§2.12, §2.13; §4, rule 1; §7.2).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run flow.ts
 */
import { rejectedDespiteRemaining } from "../../conformance/laws/limiter/not-early.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { createBudget, type SendWithinLimit } from "../in-k6/budget.ts";
import type { Client } from "../in-k6/client.ts";
import { type Role, readEnvironment } from "../in-k6/environment.ts";
import { addStatus, pollUntilProcessed, readFinalStatuses, wrongStatus } from "../in-k6/follow-submission.ts";
import { judgeSequences } from "../in-k6/judge-sequences.ts";
import { queueTime } from "../in-k6/metrics.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { plans } from "../in-k6/plans.ts";
import { reportCheck, reportUnjudged } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { maxRead, submissionCount } from "../in-k6/shapes.ts";
import { type References, type Submission, submissionIn, submissionOf } from "../in-k6/submission.ts";
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
  const submissions: Submission[] = [];
  const submitting = submitAll(role, references, client, sendWithinLimit, submissions);
  await pollUntilProcessed(client, submissions, { submitting, readStatus, maxMs: maxPollingMs });
  await readFinalStatuses(client, submissions, readStatus);
  const { exchanges } = client;
  if (role !== "KEY_A" && mayNotSubmit(exchanges)) return judgeSequences(client);
  judgeLost(role, submissions, exchanges);
  judgeEarlyRejections(client, role);
  judgeSequences(client, "flow");
}

/**
 * Reports whether a read was answered 429 although requests remained (§7.2). Submissions are left out, since they may have a limit of their own.
 * Not judged with several processes: none sees how many requests the others sent.
 */
function judgeEarlyRejections({ exchanges }: Client, role: Role): void {
  if (instances > 1 || environment.rateLimit === null) return;
  const reads = exchanges.filter(({ operation, credential }) => operation !== "submitFeedback" && credential === role);
  const early = rejectedDespiteRemaining(new Sequence(exchanges.slice(0, maxRead), environment.rateLimit)).filter(
    ({ served, rejected }) => reads.includes(served) && reads.includes(rejected),
  );
  const [first] = early;
  const difference = first && {
    expected: "no 429 to a read while requests remain",
    actual: first.fail.actual,
    proof: [first.served, first.rejected],
    share: `${early.length} of ${reads.length} reads of ${role}`,
  };
  reportCheck(environment, scenarioChecks.neverRejected, difference);
}

/** Adds what is accepted to `submissions`. Ends early if a submission is still answered 429 after all repetitions. */
async function submitAll(
  role: Role,
  references: References | undefined,
  client: Client,
  sendWithinLimit: SendWithinLimit,
  submissions: Submission[],
): Promise<void> {
  if (references === undefined) return;
  let sent = 0;
  const submitRest = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const body = submissionOf(references, `${seed}-${role}-${client.now().toFixed(3)}-${sent}`);
      const acceptance = await sendWithinLimit(() => client.send(role, "submitFeedback", { body }));
      const submission = submissionIn(acceptance);
      if (submission !== undefined) submissions.push(submission);
      if (acceptance.status === 429) sent = count;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, submitRest));
}

/** The document leaves open which roles may submit (§5.7). */
const mayNotSubmit = (exchanges: readonly Exchange[]): boolean =>
  exchanges.every(({ operation, status }) => operation !== "submitFeedback" || status === 401 || status === 403);

function judgeLost(role: Role, submissions: readonly Submission[], exchanges: readonly Exchange[]): void {
  const { noneLost } = scenarioChecks;
  const wrong = submissions.map((each) => wrongStatus(each, graceMs)).filter((difference) => difference !== undefined);
  const [first] = wrong;
  if (first !== undefined) {
    const share = `${wrong.length} of ${submissions.length} submissions of ${role}`;
    reportCheck(environment, noneLost, { ...first, share });
    return;
  }
  // A 410 says that there was a status, but if no other status is ever read, nothing shows that.
  const isAnyRead = submissions.some(({ wasRead }) => wasRead);
  const unread = submissions.filter(
    ({ wasRead, lastStatus }) => !wasRead && !(isAnyRead && lastStatus?.status === 410),
  );
  const open =
    submissions.length < count ? whyFewer(role, submissions, exchanges) : whyUnread(role, unread, submissions.length);
  if (open === undefined) reportCheck(environment, noneLost, undefined);
  else reportUnjudged(environment, noneLost, open);
}

/** `10 of 30 submissions of KEY_A were accepted; others were answered 429 (X-RateLimit-Limit: 10, Retry-After: 3600)`. */
function whyFewer(role: Role, { length }: readonly Submission[], exchanges: readonly Exchange[]): string {
  const sent = exchanges.filter(({ operation, isSuccess }) => operation === "submitFeedback" && !isSuccess);
  const lost = sent.filter(({ status }) => status === 0);
  const rejected = sent.findLast(({ status }) => status > 0);
  const headers = ["X-RateLimit-Limit", "Retry-After"].flatMap((name) => {
    const value = rejected?.header(name);
    return rejected?.status !== 429 || value === undefined ? [] : [`${name}: ${value}`];
  });
  const shown = headers.length === 0 ? "" : ` (${headers.join(", ")})`;
  return [
    `${length} of ${count} submissions of ${role} were accepted`,
    ...(lost.length === 0 ? [] : [`${lost.length} were not answered: ${lost[0]?.failure}`]),
    ...(rejected === undefined ? [] : [`others were answered ${rejected.status}${shown}`]),
  ].join("; ");
}

function whyUnread(role: Role, unread: readonly Submission[], total: number): string | undefined {
  if (unread.length === 0) return undefined;
  const { status = 0, failure } = unread[0]?.lastStatus ?? {};
  return `the status of ${unread.length} of ${total} submissions of ${role} could not be read: ${status || failure}`;
}

export const handleSummary = summaryOf("flow", environment);
