/** Submissions: with every field of §2.11 and references that exist, valid whichever fields a server requires; and those that were accepted. Pure. */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";

export interface References {
  readonly productId: string;
  readonly contextId?: string | undefined;
  readonly actorId?: string | undefined;
}

/** `mark` makes each submission different. */
export function submissionOf({ productId, contextId, actorId }: References, mark: string) {
  return {
    productId,
    content: { body: `Load scenario ${mark}`, title: `Load scenario ${mark}`, bodyFormat: "markdown" },
    sourceUrl: "https://example.com/feedback",
    feedbackType: "generic_feedback",
    contextId,
    actorId,
    metadata: { mark },
    notes: `Sent by a load scenario, ${mark}`,
  };
}

export interface Submission {
  readonly feedbackId: string;
  readonly acceptance: Exchange;
  /** The latest status read, or the first that shows another feedbackId. */
  lastStatus?: Exchange;
  /** The reads since the last status that show none. */
  missing: readonly Exchange[];
  /** Whether the status was ever read. */
  wasRead: boolean;
  /** Whether a status other than `queued` was shown. */
  hasLeftQueue: boolean;
}

/** The accepted submission; undefined if it was rejected, or if the response has no feedbackId, which a law judges. */
export function submissionIn(acceptance: Exchange): Submission | undefined {
  const feedbackId = stringIn(acceptance, "feedbackId");
  if (!acceptance.isSuccess || feedbackId === undefined) return undefined;
  return { feedbackId, acceptance, missing: [], wasRead: false, hasLeftQueue: false };
}
