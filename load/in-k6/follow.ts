/** A submission on its way: from its acceptance to a status of its own (§4, rule 1). */
import type { Exchange } from "../../conformance/exchange.ts";
import { isObject } from "../../conformance/laws/body-view.ts";
import type { Client } from "./client.ts";
import { pause } from "./traffic.ts";

export interface Submission {
  readonly feedbackId: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** The last status that was asked for. */
  last?: Exchange;
  /** A status other than `queued` has been seen. */
  hasMoved: boolean;
}

/** Undefined where it was not accepted, or carries no identifier: another law's finding. */
export function submissionIn(acceptance: Exchange): Submission | undefined {
  const feedbackId = textIn(acceptance, "feedbackId");
  if (!acceptance.isSuccess || feedbackId === undefined) return undefined;
  return { feedbackId, acceptedAt: acceptance.receivedAt, hasMoved: false };
}

/** Takes a status in; returns the milliseconds in the queue, at most, where it is the first that is not `queued`. */
export function takeStatus(submission: Submission, answer: Exchange): number | undefined {
  submission.last = answer;
  const status = textIn(answer, "status");
  if (submission.hasMoved || !answer.isSuccess || status === undefined || status === "queued") return undefined;
  submission.hasMoved = true;
  return answer.receivedAt - submission.acceptedAt;
}

/** What is wrong with the last status; undefined where nothing is, or it does not say: which roles may read it is open (§5.7). */
export function wrongWith({
  feedbackId,
  last,
}: Submission): { readonly expected: string; readonly actual: string } | undefined {
  if (last === undefined || isToldNothing(last)) return undefined;
  const told = textIn(last, "feedbackId");
  if (last.isSuccess && (told === undefined || told === feedbackId)) return undefined;
  return {
    expected: `the status of an accepted submission, with feedbackId ${feedbackId}`,
    actual: last.isSuccess ? `feedbackId ${told}` : `${last.status === 0 ? last.failure : last.status}`,
  };
}

/** The answer does not say whether there is a status. */
export const isToldNothing = ({ status }: Exchange) => [401, 403, 429].includes(status);

export type Ask = (submission: Submission) => Promise<Exchange>;

/**
 * Asks for those that are still queued, less and less often, until none is or `patienceMs` are over. Which states follow is
 * open (§3): what stays queued is no fault.
 */
export async function untilMoved(
  { now }: Client,
  submissions: readonly Submission[],
  { ask, patienceMs }: { readonly ask: Ask; readonly patienceMs: number },
): Promise<void> {
  const until = now() + patienceMs;
  for (let waitMs = 250; now() < until; waitMs = Math.min(2000, 2 * waitMs)) {
    const waiting = submissions.filter(({ hasMoved }) => !hasMoved);
    if (waiting.length === 0) return;
    await pause(waitMs);
    for (const one of waiting) await ask(one);
  }
}

/** Asks for each once more, when its status may not lag its submission any longer. */
export async function askAtLast(
  { now, environment: { graceMs } }: Client,
  submissions: readonly Submission[],
  ask: Ask,
): Promise<void> {
  for (const one of submissions) {
    const answer = await ask(one);
    const graceEnds = one.acceptedAt + graceMs;
    if (answer.isSuccess || isToldNothing(answer) || answer.sentAt > graceEnds) continue;
    await pause(graceEnds - now());
    await ask(one);
  }
}

function textIn(exchange: Exchange, field: string): string | undefined {
  const body = exchange.json();
  const value = isObject(body) ? body[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
