/** A feedback submission with every field of §2.11 set, to ids that exist, so that it is valid whichever fields a target requires. */
import { type Contract, loadContract } from "../spec/contract.ts";
import { Unanswered } from "./check.ts";
import type { Caller } from "./client/caller.ts";
import type { Client, Outgoing } from "./client/client.ts";
import { listedOf } from "./context.ts";
import { filledBody } from "./generate/filled.ts";
import type { Body } from "./generate/place.ts";
import { requestBodyOf } from "./generate/request-body.ts";

/** What a submission refers to. */
export interface References {
  readonly productId: string;
  readonly contextId?: string | undefined;
  readonly actorId?: string | undefined;
}

/**
 * Every field that the contract lists, set: to what is known here to be sensible, else to a sample of its schema; contextId and
 * actorId where the product has such. An overlay that pins a field further is kept.
 */
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
    metadata: { mark },
    notes: `Sent by a conformance check, ${mark}`,
  });
}

/** Makes submissions for the caller's first product; undefined where it has none, or they are not accepted. */
export async function submissionFor(
  client: Client,
  caller: Caller,
  seed: number,
): Promise<(() => Omit<Outgoing, "caller">) | undefined> {
  const accepted = client.exchanges.find(
    (one) => one.operation === "submitFeedback" && one.isSuccess && one.credential === caller.label,
  );
  if (accepted !== undefined) return () => ({ operation: "submitFeedback", rawBody: accepted.request.body });
  try {
    const [product] = listedOf(await client.send({ operation: "listProducts", caller }));
    if (product === undefined) return undefined;
    const body = fullSubmission({ productId: product.id }, `fpk-${seed.toString(36)}`);
    const first = await client.send({ operation: "submitFeedback", caller, body });
    return first.isSuccess ? () => ({ operation: "submitFeedback", body }) : undefined;
  } catch (error) {
    if (error instanceof Unanswered) return undefined;
    throw error;
  }
}
