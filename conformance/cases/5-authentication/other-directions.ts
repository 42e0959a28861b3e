/**
 * §5.2: no organization's key reaches another organization, for each pair: also not the first one's key, whose users
 * may operate the service, and a third one's.
 */
import { isObject, type JsonObject, quoted, requestJson } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { type Actor, type CaseContext, defineCase, Skip } from "../case.ts";
import { type Acceptance, acceptancesOf, issuedToBoth, wasIssuedTo } from "../shared/acceptances.ts";
import { acceptedSubmission, noSubmission, referencesTo } from "../shared/accepted-submission.ts";
import { mismatch } from "../shared/expect.ts";
import { isCertainlyOfAnother } from "../shared/feedback-numbers.ts";
import { expectNoStatus } from "../shared/foreign-status.ts";
import { firstProduct, itemsOrNone } from "../shared/lists.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";
import { productListsOf, readForeignProduct, unknownAccepted } from "../shared/tenancy.ts";
import { bothKeys, furtherKeys, keysInTurn } from "../shared/tenant-keys.ts";
import { uniqueMark } from "../shared/unique-names.ts";

/** In other cases, the second organization's key tries to reach the first organization. */
export const otherDirections = defineCase({
  id: "scope.other-directions",
  clause: "auth.scope",
  claim: "A key of the first or a third organization reaches no feedback of another, and submits none for its products",
  needs: { credential: "other-organization", writes: true },
  lane: "last",
  async run(context) {
    const [key, otherKey] = bothKeys(context);
    skipUnlessRoomInWindow(context);
    const ofFurther = context.seed % 2 === 0 ? key : otherKey;
    const directions = [
      [keysInTurn(context, key)(), otherKey],
      ...context.sample(furtherKeys(context), 1).map((each) => [each, ofFurther]),
    ];
    const reasons: (string | undefined)[] = [];
    for (const [reader, owner] of directions)
      if (reader !== undefined && owner !== undefined) reasons.push(await expectNoReach(context, reader, owner));
    if (reasons.includes(unknownAccepted)) throw new Skip(unknownAccepted);
    if (!reasons.includes(undefined)) throw new Skip(reasons[0] ?? "", ["submitFeedback"]);
  },
});

/** Resolves to why nothing could be judged; to undefined if it was. */
async function expectNoReach(context: CaseContext, reader: Actor, owner: Actor): Promise<string | undefined> {
  const ofOwner = await submissionsOf(context, owner);
  if (typeof ofOwner === "string") return ofOwner;
  const [first] = ofOwner;
  const unjudged = first && (await expectNoSubmission(context, reader, owner, first));
  const others = ofOwner.filter(({ feedbackId }) => !wasIssuedTo(context, reader, feedbackId));
  const foreign = others.find(
    ({ feedbackId }) => !isCommonId(feedbackId) || isCertainlyOfAnother(context, reader, feedbackId),
  );
  if (foreign !== undefined) {
    await expectNoStatus(context, reader, foreign);
    return unjudged;
  }
  if (unjudged !== undefined) return unjudged;
  const id = first?.feedbackId ?? "";
  if (others.length === 0) return issuedToBoth(id);
  return `each organization may number its own feedback, and have a ${quoted(id)}; random identifiers of 16 characters would be judged`;
}

/**
 * The accepted submissions of the owner's organization. If the run has none, one is sent. Or a sentence: why there is
 * none.
 */
async function submissionsOf(context: CaseContext, owner: Actor): Promise<readonly Acceptance[] | string> {
  const accepted = () =>
    acceptancesOf(context).filter(({ actor }) => actor.caller.organization === owner.caller.organization);
  if (accepted().length > 0) return accepted();
  try {
    const { id } = await firstProduct(owner);
    const { bodyFor } = await acceptedSubmission(context);
    const body = bodyFor(await referencesTo(owner, id), await uniqueMark(context));
    const exchange = await owner.send("submitFeedback", { body });
    if (accepted().length > 0) return accepted();
    if (exchange.isSuccess) return "a submission was accepted without a feedbackId: see feedback.acceptance";
    throw noSubmission(owner, exchange);
  } catch (error) {
    if (error instanceof Skip) return error.message;
    throw error;
  }
}

/**
 * Sends the submission without a context and an actor, and with the owner's: a target may require them, or look them up
 * among the reader's own. A target may look up the product later: then it accepts an unknown one, too. Resolves to why a
 * submission that was accepted is not judged; to undefined if none was.
 */
async function expectNoSubmission(
  context: CaseContext,
  reader: Actor,
  owner: Actor,
  { exchange }: Acceptance,
): Promise<string | undefined> {
  const body = requestJson(exchange);
  if (!isObject(body) || (await itemsOrNone(reader, "listProducts")).some(({ id }) => id === body.productId))
    return undefined;
  const { contextId: _, actorId: __, ...withoutReferences } = body;
  const submit = (attempt: JsonObject) => reader.send("submitFeedback", { body: attempt, intent: "foreign-id" });
  const first = await submit(withoutReferences);
  const foreign = first.isSuccess ? first : await submit(body);
  if (!foreign.isSuccess) return undefined;
  const unknownBody = { ...JSON.parse(foreign.request.body), productId: context.unissuedId(String(body.productId)) };
  const unknown = await reader.send("submitFeedback", { body: unknownBody, intent: "unknown-id" });
  if (unknown.isSuccess) return unknownAccepted;
  // Each organization may number its own products, and its list may not show all.
  const item = (await itemsOrNone(owner, "listProducts")).find(({ id }) => id === body.productId);
  if (item !== undefined && isCommonId(item.id) && (await readForeignProduct(reader, owner, item)).isReaders)
    return undefined;
  mismatch(foreign, `a 4xx for a product of ${owner.caller.organization}, another organization than the key's`, {
    after: [...(await productListsOf(owner, reader)), exchange, unknown],
  });
}
