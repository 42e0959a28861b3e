/** §5.2 and §4, endpoint 9: a key grants access to all products of its organization, also for submissions. */
import type { Listed } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { acceptedSubmission, noSubmission } from "../shared/accepted-submission.ts";
import { mismatch, whereAvailable } from "../shared/expect.ts";
import { fullSubmission } from "../shared/full-submission.ts";
import { itemsOf } from "../shared/lists.ts";
import { availableActors } from "../shared/permitted.ts";

/** Uses the other organization's key if there is one, since the other cases need the first organization's budget. */
export const feedbackForProducts = defineCase({
  id: "scope.feedback-for-products",
  clause: "auth.all-products",
  claim: "A key that can submit feedback for one product can do so for a second",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, first, second } = await twoProducts(context);
    const accepted = await submitFor(context, actor, first);
    if (!accepted.isSuccess) throw noSubmission(actor, accepted);
    const exchange = await submitFor(context, actor, second);
    // What else a product requires of a submission is open: only these statuses deny access to the product.
    const isDenied = [401, 403, 404].includes(exchange.status);
    const after = [await actor.read("listProducts"), accepted];
    if (isDenied) mismatch(exchange, "a 2xx for feedback on a listed product, as for the first", { after });
    if (!exchange.isSuccess)
      throw new Skip(
        `needs a second product that takes feedback: a submission for ${second.id} was answered ${answerOf(exchange)}; let it take feedback for this run`,
        ["submitFeedback"],
      );
  },
});

/** The first key whose organization has two products. Keys of organizations that the run uses least come first. */
async function twoProducts(context: CaseContext) {
  const keys = availableActors(context, ["other-organization", "key"]).filter(
    ({ caller }) => caller.kind === "api-key",
  );
  if (keys.length === 0) throw new Skip(context.missing("key"));
  for (const actor of keys) {
    const [first, second] = await itemsOf(actor, "listProducts");
    if (first !== undefined && second !== undefined) return { actor, first, second };
  }
  const labels = keys.map(({ caller }) => caller.label).join(" and ");
  throw new Skip(`needs two products of one organization, and fewer are listed for ${labels}: create a second one`, [
    "listProducts",
  ]);
}

/** A submission with the fields of the run's first one. Throws `Skip` if the product has no context or no actor. */
async function submitFor(context: CaseContext, actor: Actor, { id: productId }: Listed): Promise<Exchange> {
  const [firstContext] = await itemsOf(actor, "listContexts", { productId });
  const [firstActor] = await itemsOf(actor, "listActors", { productId });
  if (firstContext === undefined || firstActor === undefined)
    throw new Skip(`needs two products with a context and an actor each: ${productId} lacks one; add it`, [
      "listContexts",
      "listActors",
    ]);
  const references = { productId, contextId: firstContext.id, actorId: firstActor.id };
  const first = await whereAvailable(() => acceptedSubmission(context));
  const body = first?.bodyFor(references, context.mark) ?? fullSubmission(references, context.mark, context.contract);
  return actor.send("submitFeedback", { body });
}
