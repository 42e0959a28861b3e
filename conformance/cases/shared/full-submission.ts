/** A submission with every field of §2.11 and existing ids, so that it is valid whichever fields are required. */
import { type Contract, loadContract } from "../../../spec/contract.ts";
import { filledBody } from "../../generate/filled.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";

/** The ids in a submission. */
export interface References {
  readonly productId: string;
  readonly contextId?: string | undefined;
  readonly actorId?: string | undefined;
}

/** Each field has a sensible value, or a sample of its schema if an overlay adds it; the ids are as given. */
export function fullSubmission(references: References, mark: string, contract: Contract = loadContract()): Body {
  const { productId, contextId, actorId } = references;
  return filledBody(requestBodyOf(contract, "submitFeedback"), {
    productId,
    contextId,
    actorId,
    "content.body": `Conformance check ${mark}`,
    "content.title": `Conformance check ${mark}`,
    "content.bodyFormat": "markdown",
    sourceUrl: "https://example.com/feedback",
    feedbackType: "generic_feedback",
    // In a free-form object, not all values are texts.
    metadata: { mark, attempt: 1, isSample: true },
    notes: `Sent by a conformance check, ${mark}`,
  });
}
