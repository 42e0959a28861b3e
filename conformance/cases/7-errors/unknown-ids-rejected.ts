/** §7: an identifier that does not exist. The laws judge the error response. */
import type { ErrorKind } from "../../generate/error-kinds.ts";
import { rawListItems } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type OperationId, type Parameters } from "../case.ts";
import { acceptedFeedbackId } from "../shared/accepted-submission.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { expectNotServed, mismatch, whereAvailable } from "../shared/expect.ts";
import { inviteInto } from "../shared/invitations.ts";
import { itemsOrNone, nonEmptyListIfAny, productLists } from "../shared/lists.ts";
import { spareKey } from "../shared/permitted.ts";

export const unknownIdsRejected = defineCase({
  id: "error.unknown-ids",
  clause: "error.unknown-id",
  claim: "An unknown identifier is answered with an error or an empty list",
  needs: { credential: "key" },
  lane: "spare",
  async run(context) {
    const actor = spareKey(context);
    const send = (operation: OperationId, parameters: Parameters, causes: ErrorKind = "an unknown identifier") =>
      actor.send(operation, { parameters, intent: "unknown-id", causes });
    const [product] = await itemsOrNone(actor, "listProducts");
    const problems = await whereAvailable(() => nonEmptyListIfAny(actor, "listProblems"));
    const chosen = operationsFor(context, "an unknown identifier");
    const isChosen = (operation: OperationId) => chosen.includes(operation);
    for (const [at, operation] of productLists.filter(isChosen).entries()) {
      const list = await send(operation, { productId: almost(context, product?.id, at) });
      if (rawListItems(list).length > 0) mismatch(list, "a 4xx or an empty list for an unknown product");
    }
    if (isChosen("listMembers")) {
      const members = await send("listMembers", { orgId: almost(context, actor.caller.organization) });
      if (rawListItems(members).length > 0) mismatch(members, "a 4xx or an empty list for an unknown organization");
    }
    if (!context.isReadOnly) await expectNoInvitation(context, actor);
    const productId = context.unissuedId(product?.id);
    const orgId = almost(context, actor.caller.organization, 1);
    const knownProblemId = problems?.items[0]?.id;
    const problemId = almost(context, knownProblemId, 2);
    const details: readonly (readonly [OperationId, Parameters])[] = [
      ["getProduct", { productId: almost(context, product?.id, 1) }],
      ["getProblem", { productId: problems?.product.id ?? productId, problemId }],
      // A handler may look for the problem in a product that it has not found.
      ["getProblem", { productId, problemId: knownProblemId ?? problemId }],
      ["getFeedbackStatus", { feedbackId: await unissuedFeedbackId(context) }],
      ["getOrganization", { orgId }],
    ];
    for (const [operation, parameters] of details.filter(([id]) => chosen.includes(id)))
      expectNotServed(await send(operation, parameters), "for an unknown identifier");
    // If each kind of item is numbered separately, another item may have this identifier. So only the laws judge this
    // response.
    const ofOther = { productId: actor.caller.organization ?? orgId, problemId: productId, feedbackId: productId };
    for (const operation of operationsFor(context, "an identifier of another kind"))
      await send(operation, { ...ofOther, orgId: product?.id ?? productId }, "an identifier of another kind");
  },
});

async function expectNoInvitation(context: CaseContext, actor: Actor): Promise<void> {
  const invited = await inviteInto(context, actor, almost(context, actor.caller.organization), "unknown-id");
  if (invited.isSuccess) mismatch(invited, "a 4xx for an invitation into an unknown organization");
}

/** An identifier at whose end are 16 hexadecimal digits or more: without the last one, it is no other item's. */
const isRandom = (id: string) => /[\da-f-]{16,}$/.test(id) && /[a-f]/.test(id);

/**
 * An unknown identifier, by the run's seed and the number of the request: one that begins like an existing one, another
 * one of its form, or what a database may take for a pattern of any. A decoder of base64 may ignore up to three more
 * characters, and everything after the padding.
 */
function almost({ unissuedId, seed }: CaseContext, id: string | undefined, at = 0): string {
  const other = unissuedId(id);
  if (id === undefined) return other;
  const longer = /^\d+$|=$/.test(id) ? other : `${id}fpk0`;
  const shorter = isRandom(id) ? id.slice(0, -1) : other;
  return [longer, other, longer, shorter, "%"][(seed + at) % 5] ?? other;
}

/** Forms of identifiers that services use: a UUID, a ULID, an integer. */
const forms = ["7b3c9a52-41d8-4e6f-8a17-c0d95e2f6b34", "01JD6Z3K8Q5W7XN2VBT4MHCRYA", "918273645"];

/** An identifier in the form of one that the target issued; in a usual form if the run has none. */
const unissuedFeedbackId = async (context: CaseContext): Promise<string> =>
  almost(context, (await acceptedFeedbackId(context)) ?? forms[context.seed % forms.length]);
