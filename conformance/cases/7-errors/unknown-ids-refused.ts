/** §7: an identifier that does not exist; the laws judge the error response. */
import { listedItems } from "../../model/body.ts";
import { type CaseContext, defineCase, type OperationId, type Parameters } from "../case.ts";
import { accepted } from "../given/accepted-submission.ts";
import { expectRefused, mismatch, stringIn } from "../given/expect.ts";
import { itemsOrNone, nonEmptyList, productLists } from "../given/lists.ts";
import { spareKey } from "../given/permitted.ts";

export const unknownIdsRefused = defineCase({
  id: "error.unknown-ids",
  clause: "error.unknown-id",
  claim: "An unknown identifier is answered with an error or an empty list",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
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
      await send("getFeedbackStatus", { feedbackId: await unissuedFeedbackId(context) }),
      await send("getOrganization", { orgId }),
    ];
    for (const exchange of details) expectRefused(exchange, "for an unknown identifier");
  },
});

/** Forms in which services issue identifiers: a UUID, a ULID, an integer. */
const forms = ["7b3c9a52-41d8-4e6f-8a17-c0d95e2f6b34", "01JD6Z3K8Q5W7XN2VBT4MHCRYA", "918273645"];

/** Of the form of one that the target issued; where the run has none, of one of the usual forms. */
async function unissuedFeedbackId(context: CaseContext): Promise<string> {
  const submission = context.isReadOnly ? undefined : await accepted(context).catch(() => undefined);
  const issued = submission && stringIn(submission.exchange, "feedbackId");
  return context.unissuedId(issued ?? forms[context.seed % forms.length]);
}
