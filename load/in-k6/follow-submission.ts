/** Follows submissions from the acceptance to the processing status (§4, rule 1). */
import { isObject } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Client } from "./client.ts";
import type { Difference } from "./report.ts";
import { pause } from "./traffic.ts";

export interface Submission {
  readonly feedbackId: string;
  readonly acceptance: Exchange;
  /** The latest status read, or the first that shows another feedbackId. */
  lastStatus?: Exchange;
  /** Whether a status other than `queued` was shown. */
  hasLeftQueue: boolean;
}

/** The accepted submission; undefined if it was rejected, or if the response has no feedbackId, which a law judges. */
export function submissionIn(acceptance: Exchange): Submission | undefined {
  const feedbackId = textIn(acceptance, "feedbackId");
  if (!acceptance.isSuccess || feedbackId === undefined) return undefined;
  return { feedbackId, acceptance, hasLeftQueue: false };
}

/** Keeps a status read. For the first that is not `queued`, returns an upper bound of the time in the queue, in milliseconds. */
export function addStatus(submission: Submission, exchange: Exchange): number | undefined {
  // A status with another feedbackId is a failure, also if later reads are right.
  if (!isOfAnother(submission)) submission.lastStatus = exchange;
  const status = textIn(exchange, "status");
  if (submission.hasLeftQueue || !exchange.isSuccess || status === undefined || status === "queued") return undefined;
  submission.hasLeftQueue = true;
  return exchange.receivedAt - submission.acceptance.receivedAt;
}

/** What is wrong with the latest status. Undefined if it is right, or if the key may not read it, which the document leaves open (§5.7). */
export function wrongStatus(submission: Submission): Difference | undefined {
  const { lastStatus } = submission;
  if (lastStatus === undefined || hidesStatus(lastStatus)) return undefined;
  const isWrongId = isOfAnother(submission);
  if (lastStatus.isSuccess && !isWrongId) return undefined;
  return {
    expected: `the status of an accepted submission, with feedbackId ${submission.feedbackId}`,
    actual: isWrongId ? `feedbackId ${textIn(lastStatus, "feedbackId")}` : `${lastStatus.status || lastStatus.failure}`,
    proof: [submission.acceptance, lastStatus],
  };
}

function isOfAnother({ feedbackId, lastStatus }: Submission): boolean {
  const shownId = lastStatus?.isSuccess === true ? textIn(lastStatus, "feedbackId") : undefined;
  return shownId !== undefined && shownId !== feedbackId;
}

/** Whether the response does not show if the submission has a status. */
export const hidesStatus = ({ status }: Exchange) => [401, 403, 429].includes(status);

type ReadStatus = (submission: Submission) => Promise<Exchange>;

/**
 * Polls the submissions that are still queued, less and less often, until none is queued or `maxMs` have passed. The document leaves
 * open which states follow (§3): a submission may stay queued.
 */
export async function pollUntilProcessed(
  { now }: Client,
  submissions: readonly Submission[],
  { readStatus, maxMs }: { readonly readStatus: ReadStatus; readonly maxMs: number },
): Promise<void> {
  const until = now() + maxMs;
  for (let waitMs = 250; now() < until; waitMs = Math.min(2000, 2 * waitMs)) {
    const queued = submissions.filter(({ hasLeftQueue }) => !hasLeftQueue);
    if (queued.length === 0) return;
    await pause(waitMs);
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
    await pause(graceEnds - now());
    await readStatus(submission);
  }
}

function textIn(exchange: Exchange, field: string): string | undefined {
  const body = exchange.json();
  const value = isObject(body) ? body[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
