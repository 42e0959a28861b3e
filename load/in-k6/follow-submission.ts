/** Follows submissions from the acceptance to the processing status (§4, rule 1). */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { minKeptMs } from "../../conformance/model/min-kept.ts";
import { isMissingStatus } from "./answers.ts";
import type { Client } from "./client.ts";
import type { Difference } from "./scenario-checks.ts";
import type { Submission } from "./submission.ts";
import { pause } from "./traffic.ts";

/**
 * Adds the response to a read of the status to the submission. For the first status that is not `queued`, returns an upper bound of the time in
 * the queue, in milliseconds; else undefined.
 */
export function addStatus(submission: Submission, exchange: Exchange): number | undefined {
  // A status with another feedbackId is a failure, also if later reads are right.
  if (!isOfAnother(submission)) submission.lastStatus = exchange;
  submission.wasRead ||= exchange.isSuccess;
  if (exchange.isSuccess) submission.missing = [];
  if (isMissingStatus(exchange)) submission.missing = [...submission.missing, exchange];
  const status = stringIn(exchange, "status");
  if (submission.hasLeftQueue || !exchange.isSuccess || status === undefined || status === "queued") return undefined;
  submission.hasLeftQueue = true;
  return exchange.receivedAt - submission.acceptance.receivedAt;
}

/** What is wrong: the status shows another feedbackId, or the server says in the end that there is none. */
export function wrongStatus(submission: Submission, graceMs: number): Difference | undefined {
  const { acceptance, feedbackId, lastStatus, wasRead } = submission;
  const lost = lostStatus(submission, graceMs);
  const wrong = isOfAnother(submission) ? lastStatus : lost;
  if (wrong === undefined) return undefined;
  const lostAfter = wasRead ? ", after it had been queued" : "";
  return {
    expected: `the status of an accepted submission, with feedbackId ${feedbackId}`,
    actual: wrong === lost ? `${wrong.status}${lostAfter}` : `feedbackId ${stringIn(wrong, "feedbackId")}`,
    proof: [acceptance, wrong],
  };
}

/**
 * The read that shows that there is no status, by the rule of `feedback.no-lost-submissions`: only reads count that were sent after the
 * grace period, and not long after the acceptance. How long the status can be read after it has left the queue is not for these checks.
 */
function lostStatus(submission: Submission, graceMs: number): Exchange | undefined {
  const { acceptance, lastStatus, missing, hasLeftQueue } = submission;
  if (lastStatus === undefined || lastStatus.isSuccess || hidesStatus(lastStatus) || hasLeftQueue) return undefined;
  const maxMs = Math.max(minKeptMs, 2 * graceMs);
  return missing.find(({ sentAt }) => {
    const ageMs = sentAt - acceptance.receivedAt;
    return ageMs > graceMs && ageMs <= maxMs;
  });
}

function isOfAnother({ feedbackId, lastStatus }: Submission): boolean {
  const shownId = lastStatus?.isSuccess === true ? stringIn(lastStatus, "feedbackId") : undefined;
  return shownId !== undefined && shownId !== feedbackId;
}

/**
 * Whether the response does not show if the submission has a status: none came, it is a 5xx, or the key may not read it (§5.7). A 410 says that
 * there was one.
 */
const hidesStatus = ({ status }: Exchange) =>
  status === 0 || status >= 500 || [401, 403, 408, 410, 429].includes(status);

type ReadStatus = (submission: Submission) => Promise<Exchange>;

interface Polling {
  /** Resolves when the last submission was added. */
  readonly submitting: Promise<void>;
  readonly readStatus: ReadStatus;
  readonly maxMs: number;
}

/**
 * Polls the submissions that are still queued, less and less often, until `submitting` has ended, and none is queued or `maxMs` have
 * passed since then. The document leaves open which states follow (§3): a submission may stay queued.
 */
export async function pollUntilProcessed(
  { now }: Client,
  submissions: readonly Submission[],
  { submitting, readStatus, maxMs }: Polling,
): Promise<void> {
  let endedAt = Number.POSITIVE_INFINITY;
  void submitting.then(() => {
    endedAt = now();
  });
  for (let waitMs = 250; now() < endedAt + maxMs; waitMs = Math.min(2000, 2 * waitMs)) {
    await pause(waitMs);
    const queued = submissions.filter(({ hasLeftQueue }) => !hasLeftQueue);
    if (queued.length === 0 && Number.isFinite(endedAt)) return;
    for (const submission of queued) await readStatus(submission);
  }
}

/** Reads each status once more; if it is missing, again when the grace period after the submission has ended. */
export async function readFinalStatuses(
  { now, environment: { graceMs } }: Client,
  submissions: readonly Submission[],
  readStatus: ReadStatus,
): Promise<void> {
  for (const submission of submissions) {
    const exchange = await readStatus(submission);
    const graceEnds = submission.acceptance.receivedAt + graceMs;
    if (exchange.isSuccess || hidesStatus(exchange) || exchange.sentAt > graceEnds) continue;
    await pause(graceEnds + 1 - now());
    await readStatus(submission);
  }
}
