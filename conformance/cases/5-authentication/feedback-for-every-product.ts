/** §5.2 and §4, endpoint 9: an organization's keys grant access to all its products, also for submissions. */
import { listedOf } from "../../model/body.ts";
import { type CaseContext, defineCase, isServerError, Skip } from "../case.ts";
import { accepted } from "../given/accepted-submission.ts";
import { mismatch } from "../given/expect.ts";
import { itemsOf } from "../given/lists.ts";
import { needsRoomInWindow } from "../given/room-in-window.ts";
import { byTurns } from "../given/tenancy.ts";
import { uniqueMark } from "../given/unique-names.ts";

const maxProducts = 2;

/** The keys take turns: each is tried with another product. */
export const feedbackForEveryProduct = defineCase({
  id: "scope.feedback-for-every-product",
  clause: "auth.all-products",
  claim:
    "Where a key can submit feedback for one product, its organization's keys can for the others, of which two are tried",
  needs: { credential: "key", writes: true },
  lane: "late",
  async run(context) {
    const { actor, exchange: plain, references, bodyFor } = await accepted(context);
    if (actor.caller.kind !== "api-key")
      throw new Skip("needs an API key that may submit feedback: add one to the target file");
    needsRoomInWindow(context);
    const others = (await itemsOf(actor, "listProducts")).filter(({ id }) => id !== references.productId);
    if (others.length === 0)
      throw new Skip(`needs a second product in the organization of ${actor.caller.label}: create one`, [
        "listProducts",
      ]);
    const nextKey = byTurns(context, actor);
    for (const { id: productId } of context.sample(others, maxProducts)) {
      const sender = nextKey();
      const submit = async (to: typeof references) =>
        sender.send("submitFeedback", { body: bodyFor(to, await uniqueMark(context)) });
      const contextId = knownItem(context, "listContexts", productId);
      const actorId = knownItem(context, "listActors", productId);
      const exchange = await submit({ productId, contextId, actorId });
      // What else a product may require of a submission is open: only these statuses deny access to it.
      if (![401, 403, 404].includes(exchange.status) && !isServerError(exchange)) continue;
      const after = [await actor.read("listProducts"), plain];
      if (sender.caller !== actor.caller) {
        const forFirst = await submit(references);
        // Which roles may submit is open (§5.7), but it is the same for all products.
        if (!forFirst.isSuccess && !isServerError(forFirst)) continue;
        after.push(forFirst);
      }
      mismatch(exchange, `a 2xx for feedback on a listed product, as for ${references.productId}`, { after });
    }
  },
});

/** The first item of a list that the run has read with any key. */
const knownItem = (context: CaseContext, operation: "listContexts" | "listActors", productId: string) =>
  context
    .exchangesOf(operation)
    .filter(
      ({ exchange: { isSuccess, request } }) => isSuccess && request.url.includes(`/${encodeURIComponent(productId)}/`),
    )
    .flatMap(({ exchange }) => listedOf(exchange))[0]?.id;
