/** How feedback is processed: queued, processing, then processed or failed (§2.12, §2.13, §3). */
import type { FeedbackRow } from "../store/feedback.ts";
import { newId } from "../store/new-id.ts";

/** A submission whose product, context and actor exist. `acceptedAt` is in milliseconds since the epoch. */
export type Submission = Omit<FeedbackRow, "id" | "outcome">;

export interface Queue {
  newId(): string;
  /** The row to store for a submission. */
  accept(submission: Submission, id: string): FeedbackRow;
  /** The status in the acceptance. */
  statusOnAcceptance(feedback: FeedbackRow): string;
  /** The status at `now`. It is computed when it is read, without timers. */
  statusAt(feedback: FeedbackRow, now: number): string;
  /** Whether the status of an accepted submission can be read at `now`. */
  isVisible(feedback: FeedbackRow, now: number): boolean;
  /** The URL of the status. */
  url(baseUrl: string, feedback: FeedbackRow): string;
  /** The URL of the result: that of the product's problems. */
  resultUrl(baseUrl: string, feedback: FeedbackRow): string;
}

/** The times in milliseconds that a submission is queued, and then processed. */
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
