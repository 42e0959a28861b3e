/** §5.2 and §4, endpoint 9: an organization's keys grant access to all its products, also for submissions. */
import { enumerationOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { listItems } from "../../model/body.ts";
import { defineCase, isServerError, Skip } from "../case.ts";
import { acceptedSubmission } from "../shared/accepted-submission.ts";
import { mismatch } from "../shared/expect.ts";
import { itemsOf } from "../shared/lists.ts";
import { shownLists } from "../shared/product-with-list.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";
import { keysInTurn } from "../shared/tenant-keys.ts";
import { uniqueMark } from "../shared/unique-names.ts";

const maxProducts = 2;

/** The keys take turns, and so do the types of feedback, so that each is used with another product. */
export const feedbackForEveryProduct = defineCase({
  id: "scope.feedback-for-every-product",
  clause: "auth.all-products",
  claim:
    "Where a key can submit feedback for one product, its organization's keys can for the others, of which two are tried",
  needs: { credential: "key", writes: true },
  lane: "late",
  async run(context) {
    const { actor, exchange: plain, references, bodyFor } = await acceptedSubmission(context);
    if (actor.caller.kind !== "api-key")
      throw new Skip("needs an API key that may submit feedback: add one to the target file");
    skipUnlessRoomInWindow(context);
    const others = (await itemsOf(actor, "listProducts")).filter(({ id }) => id !== references.productId);
    if (others.length === 0)
      throw new Skip(
        `needs a second product in the organization of ${actor.caller.label}: create one, or let a larger page show it`,
        ["listProducts"],
      );
    const nextKey = keysInTurn(context, actor);
    const types = enumerationOf(requestBodyOf(context.contract, "submitFeedback"), "feedbackType");
    const chosen = context.sample(types, maxProducts);
    for (const [at, { id: productId }] of context.sample(others, maxProducts).entries()) {
      const sender = nextKey();
      const submit = async (to: typeof references) => {
        const plain = bodyFor(to, await uniqueMark(context));
        const body = plain.feedbackType === undefined ? plain : { ...plain, feedbackType: chosen[at] };
        return sender.send("submitFeedback", { body });
      };
      const [contexts, actors] = (["listContexts", "listActors"] as const).map(
        (operation) => shownLists(context, sender, operation).find((shown) => shown.productId === productId)?.list,
      );
      const [contextId, actorId] = [contexts, actors].map((list) => list && listItems(list)[0]?.id);
      const exchange = await submit({ productId, contextId, actorId });
      // What else a product requires of a submission is open: only these statuses deny access to it.
      if (![401, 403, 404].includes(exchange.status) && !isServerError(exchange)) continue;
      // Which roles may submit is open (§5.7), and a quota may be used up. Both concern all products alike.
      const forFirst = await submit(references);
      if (!forFirst.isSuccess && !isServerError(forFirst)) continue;
      const expected = forFirst.isSuccess ? `a 2xx, as for the product ${references.productId},` : "no 5xx";
      const lists = [contexts, actors].filter((list) => list !== undefined);
      const after = [await actor.read("listProducts"), plain, ...lists, forFirst];
      mismatch(exchange, `${expected} for feedback on a listed product`, { after });
    }
  },
});
