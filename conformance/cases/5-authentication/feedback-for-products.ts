/** §5.2 and §4, endpoint 9: a key grants access to all products of its organization, also for what is submitted. */

import type { Listed } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { fullSubmission } from "../given/full-submission.ts";
import { actorsOf } from "../given/permitted.ts";

/** A submission with every field set, to what the product has; throws `Skip` where it has no context or no actor. */
async function submitFor(context: CaseContext, actor: Actor, { id: productId }: Listed): Promise<Exchange> {
  const [contextOf] = await context.list(actor, "listContexts", { productId });
  const [actorOf] = await context.list(actor, "listActors", { productId });
  if (contextOf === undefined || actorOf === undefined) throw new Skip("two products with a context and an actor");
  const references = { productId, contextId: contextOf.id, actorId: actorOf.id };
  return actor.send("submitFeedback", { body: fullSubmission(references, context.mark, context.contract) });
}

/** The other organization's key, where there is one: the first one's budget is needed for the rest. */
export const feedbackForProducts = defineCase({
  id: "scope.feedback-for-products",
  clause: "auth.all-products",
  claim: "A key that submits feedback for one product may do so for a second",
  needs: { credential: "key", writes: true },
  requests: 4,
  elsewhere: 4,
  async run(context) {
    const [actor] = actorsOf(context, ["other-organization", "key"]);
    if (actor?.caller.kind !== "api-key") throw new Skip("an API key");
    const [first, second] = await context.list(actor, "listProducts");
    if (first === undefined || second === undefined) throw new Skip("two products of one organization");
    const accepted = await submitFor(context, actor, first);
    if (!accepted.isSuccess) throw new Skip("an API key that submits feedback");
    const exchange = await submitFor(context, actor, second);
    // What else a product may ask of a submission is open: only these say that there is no access to it.
    const isDenied = [401, 403, 404].includes(exchange.status);
    const after = [await actor.read("listProducts"), accepted];
    if (isDenied) mismatch(exchange, "a 2xx for a listed product, as for the first", { after });
    if (!exchange.isSuccess) throw new Skip("a second product that takes feedback");
  },
});
