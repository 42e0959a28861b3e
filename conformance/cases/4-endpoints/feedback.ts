/** §4, endpoints 9 and 10, rule 1, and §2.11 to §2.13: the queued flow from submission to status. */

import { enumerationOf } from "../../generate/fields.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { isObject } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { sideBySide } from "../given/concurrently.ts";
import { isForTheBody } from "../given/error-response.ts";
import { withinGrace } from "../given/eventually.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { type FirstSubmission, submitFirst } from "../given/first-submission.ts";
import { fullSubmission, type References } from "../given/full-submission.ts";
import { firstPermitted } from "../given/permitted.ts";
import { newMark } from "../given/unique-names.ts";

interface Accepted {
  readonly actor: Actor;
  readonly references: References;
  readonly exchange: Exchange;
  /** A body with the same fields, to these ids; `mark` tells it from others. */
  bodyFor(references: References, mark: string): Body;
  readonly leftOut: FirstSubmission["leftOut"];
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

interface Outcome {
  readonly accepted?: Accepted;
  /** It was refused twice. */
  readonly refused?: Mismatch;
  readonly skip?: Skip;
  /** It was refused the first time, and not the second; told once. */
  readonly unsteady: Mismatch[];
}

/** The first submission, and what came of it: made once in a run, and where it is refused once more. */
function outcomeOf(context: CaseContext): Promise<Outcome> {
  return context.once<Outcome>("submitFeedback", async () => {
    const unsteady: Mismatch[] = [];
    for (;;) {
      try {
        return { accepted: await submitted(context), unsteady };
      } catch (error) {
        if (error instanceof Skip) return { skip: error, unsteady };
        if (!(error instanceof Mismatch)) throw error;
        if (unsteady.length > 0) return { refused: error, unsteady: [] };
        unsteady.push(error);
      }
    }
  });
}

/**
 * With a 403 for every caller nobody here may submit; any other refusal of a full submission is a fault. Which fields are
 * required is open: without a context or an actor it may be refused for that.
 */
async function submitted(context: CaseContext): Promise<Accepted> {
  const references = await referencesOf(context, context.as("key"));
  let first: FirstSubmission | undefined;
  const { actor, exchange } = await firstPermitted(context, "submitFeedback", ["key", "session"], async (one) => {
    first = await submitFirst(context, one, references);
    if (isForTheBody(first.exchange) && !isWhole(references)) throw new Skip("a product with a context and an actor");
    if (!first.exchange.isSuccess && first.exchange.status !== 403)
      mismatch(first.exchange, "a 2xx for a submission with every field set");
    return first.exchange;
  });
  const { change = (body: Body) => body, leftOut } = first ?? {};
  const bodyFor = (of: References, mark: string) => change(fullSubmission(of, mark, context.contract));
  return { actor, references, exchange, bodyFor, leftOut };
}

/** A submission that was accepted. Throws `Skip` where none is: one case says so. */
export async function accepted(context: CaseContext): Promise<Accepted> {
  const outcome = await outcomeOf(context);
  if (outcome.accepted !== undefined) return outcome.accepted;
  throw outcome.skip ?? new Skip("an accepted submission");
}

/** A body like the one that was accepted, in words of its own. */
export async function anotherSubmission(context: CaseContext): Promise<Body> {
  const { bodyFor, references } = await accepted(context);
  return bodyFor(references, await newMark(context));
}

/** §2.11: the values of feedbackType by the contract, in the document's order. */
export function feedbackTypesOf({ contract }: CaseContext): readonly string[] {
  return enumerationOf(requestBodyOf(contract, "submitFeedback"), "feedbackType");
}

/** The acceptance of a submission of this type, with the same fields as the first: made once in a run. */
export async function acceptedAs(context: CaseContext, feedbackType: string): Promise<Exchange> {
  const { actor, exchange: first, bodyFor, references } = await accepted(context);
  if (feedbackType === bodyFor(references, "").feedbackType) return first; // what every other submission carries
  return context.once(`submitFeedback ${feedbackType}`, async () => {
    const body = { ...(await anotherSubmission(context)), feedbackType };
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
    const { refused, unsteady, skip } = await outcomeOf(context);
    const fault = refused ?? unsteady.pop() ?? skip;
    if (fault !== undefined) throw fault;
  },
});

export const allFields = defineCase({
  id: "submission.all-fields",
  clause: "submission.fields",
  claim: "A submission with every field set is accepted",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, exchange, references, leftOut } = await accepted(context);
    if (!isWhole(references)) throw new Skip("a product with a context and an actor");
    if (leftOut === undefined) return;
    const body = fullSubmission(references, await newMark(context), context.contract);
    const fields = leftOut.fields.join(", ");
    const again = await actor.send("submitFeedback", { body });
    expectSuccess(again, `for a submission with every field set, as without ${fields}`, [leftOut.refusal, exchange]);
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
    expectSuccess(status, `within ${context.feedbackGraceMs / 1000} s of the acceptance`, [exchange]);
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
    const instead = (error: unknown) => {
      if (error instanceof Mismatch) return exchange;
      throw error;
    };
    await acceptedAtOnce(context, feedbackTypesOf(context)).catch(instead);
    const later = await acceptedAs(context, "research_call").catch(instead);
    for (const acceptance of new Set([exchange, later])) {
      const feedbackId = feedbackIdOf(acceptance);
      const status = await statusOf(context, actor, feedbackId);
      expectSuccess(status, "for the feedbackId of an acceptance", [acceptance]);
      const body = status.json();
      if (isObject(body) && body.feedbackId !== feedbackId)
        mismatch(status, `feedbackId ${JSON.stringify(feedbackId)}`, { after: [acceptance] });
    }
  },
});
