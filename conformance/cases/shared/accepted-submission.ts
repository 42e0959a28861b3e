/** §4, endpoint 9: the submission that the run sends once and many cases use. */
import type { Body } from "../../generate/place.ts";
import { stringIn } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  Mismatch,
  type OperationId,
  Skip,
} from "../case.ts";
import { declinesFeedback, errorTextOf, mayConcernBody, pathsNamedIn } from "./error-response.ts";
import { mismatch, unlessNotJudgeable, whereAvailable } from "./expect.ts";
import { type FirstSubmission, submitFirst } from "./first-submission.ts";
import { fullSubmission, type References } from "./full-submission.ts";
import { firstProduct, firstProducts, itemsOrNone, noProduct } from "./lists.ts";
import { firstPermitted, forThisCase } from "./permitted.ts";
import { uniqueMark } from "./unique-names.ts";

interface AcceptedSubmission extends ActorExchange {
  readonly references: References;
  /** A body with the same fields and these ids; `mark` distinguishes it from other bodies. */
  bodyFor(references: References, mark: string): Body;
  readonly omitted: FirstSubmission["omitted"];
}

export const hasContextAndActor = ({ contextId, actorId }: References) =>
  contextId !== undefined && actorId !== undefined;

/** The required fields are open (§2.11). So without a context and an actor, a rejection proves nothing. */
export const noContextOrActor = (context: CaseContext) =>
  `needs a product with a context and an actor: add both to one of the first three products of ${context.as("key").caller.label}`;

/** The product with its first context and its first actor, if it lists any. */
export async function referencesTo(actor: Actor, productId: string): Promise<References> {
  const firstOf = async (operation: OperationId) => (await itemsOrNone(actor, operation, { productId }))[0]?.id;
  return { productId, contextId: await firstOf("listContexts"), actorId: await firstOf("listActors") };
}

/**
 * Tries at most three products that are not in `rejecting`. The first with a context and an actor, else the first with
 * one of the two, else the first. Undefined if all reject. Throws `Skip` if there is no product.
 */
async function findReferences(actor: Actor, rejecting: readonly string[]): Promise<References | undefined> {
  await firstProduct(actor);
  const products = (await firstProducts(actor)).filter(({ id }) => !rejecting.includes(id));
  const found: References[] = [];
  for (const { id } of products) {
    const references = await referencesTo(actor, id);
    if (hasContextAndActor(references)) return references;
    found.push(references);
  }
  return found.find(({ contextId, actorId }) => (contextId ?? actorId) !== undefined) ?? found[0];
}

/** The result of a submission: exactly one of the three is present. */
interface Outcome {
  readonly accepted?: AcceptedSubmission;
  readonly rejected?: Mismatch;
  readonly skip?: Skip;
}

/** `unsteady`: the submission was first rejected, then accepted. The case that reports this removes it. */
type FirstOutcome = Outcome & { readonly unsteady: Mismatch[] };

/** The result of the first submission. The run sends it once, and again if it is rejected. */
export const firstOutcome = (context: CaseContext): Promise<FirstOutcome> =>
  context.once<FirstOutcome>("submitFeedback", async () => {
    const first = await submitAndRead(context);
    if (first.rejected === undefined) return { ...first, unsteady: [] };
    const second = await submitAndRead(context);
    return { ...second, unsteady: second.rejected === undefined ? [first.rejected] : [] };
  });

async function submitAndRead(context: CaseContext): Promise<Outcome> {
  try {
    const accepted = await submit(context);
    await readWhileQueued(accepted);
    return { accepted };
  } catch (error) {
    if (error instanceof Skip) return { skip: error };
    if (error instanceof Mismatch) return { rejected: error };
    throw error;
  }
}

/**
 * The run reads the first status before it sends anything else, since it is `queued` only for a short time. Cases that
 * judge the status use this response, and read again if there is none.
 */
async function readWhileQueued({ actor, exchange }: ActorExchange): Promise<void> {
  const feedbackId = stringIn(exchange, "feedbackId");
  if (feedbackId !== undefined) await unlessNotJudgeable(() => actor.read("getFeedbackStatus", { feedbackId }));
}

/**
 * A submission for the first product that takes feedback. What one product requires, or why it takes no feedback, is
 * open; so a rejection counts only if no other product accepts one either. Throws `Skip` if there is no product.
 */
async function submit(context: CaseContext): Promise<AcceptedSubmission> {
  const rejecting: string[] = [];
  const actor = context.as("key");
  let reason: unknown = new Skip(noProduct(actor), ["listProducts"]);
  for (;;) {
    const references = await findReferences(actor, rejecting);
    if (references === undefined) throw reason;
    try {
      return await submitFor(context, references, !(reason instanceof Mismatch));
    } catch (error) {
      if (reason instanceof Mismatch && error instanceof Incomplete && isSameError(error.rejection, reason))
        throw reason;
      if (!isOfProduct(error)) throw error;
      rejecting.push(references.productId);
      if (!(reason instanceof Mismatch)) reason = error;
    }
  }
}

/** Another product may take feedback. 404 says that there is no such product, though it is listed. */
function isOfProduct(error: unknown): boolean {
  if (error instanceof Declined) return true;
  const rejection = error instanceof Mismatch ? error.exchanges.at(-1) : undefined;
  return rejection !== undefined && mayConcernBody(rejection) && rejection.status !== 404;
}

/** The product takes no feedback. */
class Declined extends Skip {}

/** The rejected submission has no context or no actor. */
class Incomplete extends Skip {
  readonly rejection: Exchange;
  constructor(context: CaseContext, rejection: Exchange) {
    super(noContextOrActor(context), ["listContexts", "listActors"]);
    this.rejection = rejection;
  }
}

/** A submission with every field was rejected with the same words. So what this one lacks is not the reason. */
function isSameError(rejection: Exchange, { exchanges }: Mismatch): boolean {
  const [full] = exchanges.slice(-1);
  const wordsOf = (exchange: Exchange) => JSON.stringify([errorTextOf(exchange), pathsNamedIn(exchange)]);
  return full !== undefined && wordsOf(full) === wordsOf(rejection);
}

/**
 * Sends a submission with every field, as the first caller that may. Throws `Declined` if the product takes no
 * feedback, and `Skip` if it is rejected and has no context or no actor, since the required fields are open (§2.11).
 * Throws `Mismatch` for any other rejection but 403.
 */
async function submitFor(
  context: CaseContext,
  references: References,
  triesOtherFields: boolean,
): Promise<AcceptedSubmission> {
  let first: FirstSubmission | undefined;
  const send = async (caller: Actor) => {
    first = await submitFirst(context, caller, references, triesOtherFields);
    const { exchange } = first;
    if (declinesFeedback(exchange))
      throw new Declined(`needs a product that takes feedback: a submission was answered ${answerOf(exchange)}`, [
        "submitFeedback",
      ]);
    const [own, ofKey] = [caller, context.as("key")].map(({ caller: { organization } }) => organization);
    if (exchange.status === 404 && own !== undefined && ofKey !== undefined && own !== ofKey)
      throw new Skip(
        `needs a caller that may submit feedback for the products of ${context.as("key").caller.label}: ${caller.caller.label}, whose organization is another, was answered 404`,
        ["submitFeedback"],
      );
    if (mayConcernBody(exchange) && !hasContextAndActor(references)) throw new Incomplete(context, exchange);
    if (!exchange.isSuccess && exchange.status !== 403)
      mismatch(exchange, "a 2xx for a submission with every field set");
    return exchange;
  };
  const { actor, exchange } = await firstPermitted(context, "submitFeedback", ["key", "session"], send);
  const { change = (body: Body) => body, omitted } = first ?? {};
  const bodyFor = (ids: References, mark: string) => change(fullSubmission(ids, mark, context.contract));
  return { actor, references, exchange, bodyFor, omitted };
}

/** A submission that was accepted. Throws `Skip` if none was: `answers.submitFeedback` reports that. */
export async function acceptedSubmission(context: CaseContext): Promise<AcceptedSubmission> {
  const outcome = await firstOutcome(context);
  if (outcome.accepted !== undefined) return forThisCase(context, outcome.accepted);
  throw outcome.skip ?? new Skip("no submission was accepted: see answers.submitFeedback");
}

/** Why nothing is judged with a key whose submission was rejected. */
export const noSubmission = ({ caller }: Actor, rejection: Exchange): Skip =>
  new Skip(
    [401, 403].includes(rejection.status)
      ? `needs an API key that may submit feedback: ${caller.label} was answered ${answerOf(rejection)}`
      : `needs an accepted submission: ${caller.label} was answered ${answerOf(rejection)}`,
    ["submitFeedback"],
  );

/** The `feedbackId` of that submission; undefined if none was accepted or may be sent. */
export async function acceptedFeedbackId(context: CaseContext): Promise<string | undefined> {
  const submission = context.isReadOnly ? undefined : await whereAvailable(() => acceptedSubmission(context));
  return submission && stringIn(submission.exchange, "feedbackId");
}

/** A body like the accepted one, with a new mark. */
export async function anotherBody(context: CaseContext): Promise<Body> {
  const { bodyFor, references } = await acceptedSubmission(context);
  return bodyFor(references, await uniqueMark(context));
}
