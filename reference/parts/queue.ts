/** How feedback is processed: queued, processing, then processed or failed (§2.12, §2.13, §3). */
import type { FeedbackRow } from "../store/feedback.ts";
import { newId } from "../store/new-id.ts";

export type FeedbackStatus = "queued" | "processing" | "processed" | "failed";

/** A submission whose ids are resolved. `acceptedAt` in milliseconds since the epoch. */
export type Submission = Omit<FeedbackRow, "id" | "outcome">;

export interface Queue {
  newId(): string;
  /** The row to store for a submission. */
  accept(submission: Submission, id: string): FeedbackRow;
  /** The status in the acceptance. */
  statusOnAcceptance(feedback: FeedbackRow): string;
  /** The status at `now`; computed on request, without timers. */
  statusAt(feedback: FeedbackRow, now: number): string;
  /** Whether the status of an accepted submission can be read already. */
  isVisible(feedback: FeedbackRow, now: number): boolean;
  /** The URL of the status. */
  url(baseUrl: string, feedback: FeedbackRow): string;
  /** The URL of the result: the product's problems, which are derived from its feedback (§1). */
  resultUrl(baseUrl: string, feedback: FeedbackRow): string;
}

/** How long a submission is queued, and how long it is processed, in milliseconds. */
const queuedMs = 500;
const processingMs = 1000;

export const queue: Queue = {
  newId: () => newId("fb"),
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
