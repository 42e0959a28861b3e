/** A feedback submission with every field of §2.11 set, to ids that exist, so that it is valid whichever fields a target requires. */
import { Unanswered } from "./check.ts";
import type { Caller } from "./client/caller.ts";
import type { Client, Outgoing } from "./client/client.ts";
import { listedOf } from "./context.ts";

/** What a submission refers to. */
export interface References {
  readonly productId: string;
  readonly contextId?: string | undefined;
  readonly actorId?: string | undefined;
}

/** Every field set; contextId and actorId where the product has such. */
export function fullSubmission(references: References, mark: string): Readonly<Record<string, unknown>> {
  const { productId, contextId, actorId } = references;
  return {
    productId,
    content: { body: `Conformance check ${mark}`, title: `Conformance check ${mark}`, bodyFormat: "markdown" },
    sourceUrl: "https://example.com/feedback",
    feedbackType: "generic_feedback",
    ...(contextId === undefined ? {} : { contextId }),
    ...(actorId === undefined ? {} : { actorId }),
    metadata: { mark },
    notes: `Sent by a conformance check, ${mark}`,
  };
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
