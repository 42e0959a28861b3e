/** §7: an identifier that does not exist; the laws judge the error response. */
import { listedItems } from "../../model/body.ts";
import { defineCase, type OperationId, type Parameters } from "../case.ts";
import { expectRefused, mismatch } from "../given/expect.ts";
import { itemsOrNone, nonEmptyList, productLists } from "../given/lists.ts";

export const unknownIdsRefused = defineCase({
  id: "error.unknown-ids",
  clause: "error.unknown-id",
  claim: "An unknown identifier is answered with an error or an empty list",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const send = (operation: OperationId, parameters: Parameters) =>
      actor.send(operation, { parameters, intent: "unknown-id" });
    const [product] = await itemsOrNone(actor, "listProducts");
    const problems = await nonEmptyList(actor, "listProblems").catch(() => undefined);
    const productId = context.unissuedId(product?.id);
    const orgId = context.unissuedId(actor.caller.organization);
    for (const operation of productLists) {
      const list = await send(operation, { productId });
      if (listedItems(list).length > 0) mismatch(list, "nothing of an unknown product");
    }
    const members = await send("listMembers", { orgId });
    if (listedItems(members).length > 0) mismatch(members, "no member of an unknown organization");
    const problemId = context.unissuedId(problems?.items[0]?.id);
    const details = [
      await send("getProduct", { productId }),
      await send("getProblem", { productId: problems?.product.id ?? productId, problemId }),
      await send("getFeedbackStatus", { feedbackId: context.unissuedId(undefined) }),
      await send("getOrganization", { orgId }),
    ];
    for (const exchange of details) expectRefused(exchange, "for an unknown identifier");
  },
});
