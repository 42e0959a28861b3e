/** §4, endpoints 9 and 10, rule 1, and §2.11 to §2.13: the queued flow from submission to status. */
import { type Actor, type CaseContext, defineCase } from "../../case.ts";
import { Mismatch, Skip } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
import { enumerationOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { withinGrace } from "../../grace.ts";
import { isObject } from "../../laws/body-view.ts";
import { firstPermitted } from "../../permitted.ts";
import { sideBySide } from "../../side-by-side.ts";
import { fullSubmission, type References } from "../../submission.ts";

interface Accepted {
  readonly actor: Actor;
  readonly references: References;
  readonly exchange: Exchange;
}

const isWhole = ({ contextId, actorId }: References) => contextId !== undefined && actorId !== undefined;

/** The first product (of at most three) that has a context and an actor, and these; else the one that has more of them. */
async function referencesOf(context: CaseContext, actor: Actor): Promise<References> {
  const first = await context.product(actor);
  let best: References = { productId: first.id };
  for (const { id: productId } of (await context.list(actor, "listProducts")).slice(0, 3)) {
    const firstOf = async (operation: "listContexts" | "listActors") =>
      (await context.list(actor, operation, { productId }).catch(() => []))[0]?.id;
    const found: References = {
      productId,
      contextId: await firstOf("listContexts"),
      actorId: await firstOf("listActors"),
    };
    if (isWhole(found)) return found;
    const hasOne = found.contextId !== undefined || found.actorId !== undefined;
    if (hasOne && best.contextId === undefined && best.actorId === undefined) best = found;
  }
  return best;
}

/** One submission with every field set, and its acceptance: made once in a run. */
export function accepted(context: CaseContext): Promise<Accepted> {
  return context.once("submitFeedback", async () => {
    const references = await referencesOf(context, context.as("key"));
    const body = fullSubmission(references, context.mark, context.contract);
    const permitted = await firstSubmission(context, body, isWhole(references));
    return { references, ...permitted };
  });
}

/**
 * With a 403 for every caller nobody here may submit; any other refusal of a full submission is a fault. Which fields are
 * required is open: without a context or an actor it may be refused for that.
 */
async function firstSubmission(context: CaseContext, body: Readonly<Record<string, unknown>>, isFull: boolean) {
  const sent = await firstPermitted(context, "submitFeedback", ["key", "session"], async (actor) => {
    const exchange = await actor.send("submitFeedback", { body });
    const isRefused = exchange.status >= 400 && exchange.status < 500 && ![401, 403].includes(exchange.status);
    if (isRefused && !isFull) throw new Skip("a product with a context and an actor");
    if (!exchange.isSuccess && exchange.status !== 403)
      mismatch(exchange, "a 2xx for a submission with every field set");
    return exchange;
  });
  return sent;
}

/** §2.11: the values of feedbackType by the contract, in the document's order. */
export function feedbackTypesOf({ contract }: CaseContext): readonly string[] {
  return enumerationOf(requestBodyOf(contract, "submitFeedback"), "feedbackType");
}

/** The acceptance of a submission of this type, like the first in all else: made once in a run. */
export async function acceptedAs(context: CaseContext, feedbackType: string): Promise<Exchange> {
  const { actor, references, exchange: first } = await accepted(context);
  const full = fullSubmission(references, context.mark, context.contract);
  if (feedbackType === full.feedbackType) return first; // what every other submission carries
  return context.once(`submitFeedback ${feedbackType}`, async () => {
    const body = { ...full, feedbackType };
    const exchange = await actor.send("submitFeedback", { body });
    expectSuccess(exchange, `for feedbackType ${feedbackType}`);
    return exchange;
  });
}

/** The acceptances of these types, in their order; those that are not made yet are sent at once, as a burst for the queue. */
export async function acceptedAtOnce(
  context: CaseContext,
  feedbackTypes: readonly string[],
): Promise<readonly Exchange[]> {
  await accepted(context);
  return sideBySide(feedbackTypes.map((feedbackType) => () => acceptedAs(context, feedbackType)));
}

/** The `feedbackId` of an acceptance; a mismatch where there is none. */
export function feedbackIdOf(exchange: Exchange): string {
  const body = exchange.json();
  if (isObject(body) && typeof body.feedbackId === "string") return body.feedbackId;
  return mismatch(exchange, "an acceptance with a feedbackId");
}

/** The status of a submission, once it can be read; asked again until the declared grace is over. */
export function statusOf(context: CaseContext, actor: Actor, feedbackId: string): Promise<Exchange> {
  const ask = () => actor.read("getFeedbackStatus", { feedbackId });
  return withinGrace(context, ask, ({ isSuccess }) => isSuccess);
}

export const submitFeedback = defineCase({
  id: "answers.submitFeedback",
  clause: "endpoint.submitFeedback",
  claim: "Feedback can be submitted for a product",
  needs: { credential: "key", writes: true },
  async run(context) {
    await accepted(context);
  },
});

export const allFields = defineCase({
  id: "submission.all-fields",
  clause: "submission.fields",
  claim: "A submission with every field set is accepted",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { exchange, references } = await accepted(context);
    if (!isWhole(references)) throw new Skip("a product with a context and an actor");
    expectSuccess(exchange, "for a submission with every field set");
  },
});

export const acceptance = defineCase({
  id: "feedback.acceptance",
  clause: "feedback.accepted",
  claim: "An acceptance carries status queued, a feedbackId and a url",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { exchange } = await accepted(context);
    const body = exchange.json();
    const isComplete =
      isObject(body) && body.status === "queued" && typeof body.feedbackId === "string" && typeof body.url === "string";
    if (!isComplete) mismatch(exchange, 'status "queued", a feedbackId and a url');
  },
});

export const getFeedbackStatus = defineCase({
  id: "answers.getFeedbackStatus",
  clause: "endpoint.getFeedbackStatus",
  claim: "The processing status of an accepted submission can be read, at once or within the declared grace",
  needs: { credential: "key", writes: true },
  requests: 1,
  async run(context) {
    const { actor, exchange } = await accepted(context);
    const status = await statusOf(context, actor, feedbackIdOf(exchange));
    expectSuccess(status, `within ${context.feedbackGraceMs / 1000} s of the acceptance`);
  },
});

export const statusById = defineCase({
  id: "feedback.status-by-id",
  clause: "feedback.identifier",
  claim: "The status that is read by a feedbackId is the one of that feedbackId, also of one among many",
  needs: { credential: "key", writes: true },
  requests: 1,
  async run(context) {
    const { actor, exchange } = await accepted(context);
    // A type that is refused is the fault of another clause.
    const later = await acceptedAs(context, "research_call").catch((error) => {
      if (error instanceof Mismatch) return exchange;
      throw error;
    });
    for (const acceptance of new Set([exchange, later])) {
      const feedbackId = feedbackIdOf(acceptance);
      const status = await statusOf(context, actor, feedbackId);
      expectSuccess(status, "for the feedbackId of an acceptance");
      const body = status.json();
      if (isObject(body) && body.feedbackId !== feedbackId)
        mismatch(status, `feedbackId ${JSON.stringify(feedbackId)}`);
    }
  },
});
