/** A submission with every field of §2.11 and references that exist: it is valid whichever fields a server requires. Pure. */

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
