/** The way of feedback through the service: queued, processing, processed or failed (§2.12, §2.13, §3). */

import { randomBytes } from "node:crypto";
import type { FeedbackRow } from "../store/feedback.ts";

export type FeedbackStatus = "queued" | "processing" | "processed" | "failed";

/** What a submission carries, its ids resolved. `acceptedAt` in milliseconds since the epoch. */
export type Submission = Omit<FeedbackRow, "id" | "outcome">;

export interface Queue {
  newId(): string;
  /** The row to store for a submission. */
  accept(submission: Submission, id: string): FeedbackRow;
  /** The status told on acceptance. */
  statusOnAcceptance(feedback: FeedbackRow): string;
  /** Where a submission stands at `now`; computed when it is asked for, without timers. */
  statusAt(feedback: FeedbackRow, now: number): string;
  /** Whether the status of an accepted submission can be read already. */
  isVisible(feedback: FeedbackRow, now: number): boolean;
  /** Where the status is read. */
  url(baseUrl: string, feedback: FeedbackRow): string;
  /** Where the result is read: the product's problems, which are derived from its feedback (§1). */
  resultUrl(baseUrl: string, feedback: FeedbackRow): string;
}

/** How long a submission waits, and how long it is worked on, in milliseconds. */
const queuedMs = 500;
const processingMs = 1000;

export const queue: Queue = {
  newId: () => `fb_${randomBytes(9).toString("hex")}`,
  accept: (submission, id) => ({ ...submission, id, outcome: "processed" }),
  statusOnAcceptance: () => "queued",
  statusAt: ({ acceptedAt, outcome }, now) => {
    if (now < acceptedAt + queuedMs) return "queued";
    return now < acceptedAt + queuedMs + processingMs ? "processing" : outcome;
  },
  isVisible: () => true,
  url: (baseUrl, { id }) => `${baseUrl}/v1/feedback/${encodeURIComponent(id)}/status`,
  resultUrl: (baseUrl, { productId }) => `${baseUrl}/v1/products/${encodeURIComponent(productId)}/problems`,
};
