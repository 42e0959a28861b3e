/** §5.2: a key is scoped to one organization, so another's feedback cannot be read with it. */
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { accepted } from "../given/accepted-submission.ts";
import { readForeign } from "../given/conditions.ts";
import { mismatch } from "../given/expect.ts";
import { feedbackIdOf } from "../given/feedback-status.ts";
import { itemsOf } from "../given/lists.ts";
import { bothKeys, carries } from "../given/tenancy.ts";
import { uniqueMark } from "../given/unique-names.ts";

export const foreignFeedbackStatus = defineCase({
  id: "scope.foreign-status",
  clause: "auth.scope",
  claim: "A key cannot read the status of another organization's feedback",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [, other] = bothKeys(context);
    const { actor, exchange } = await accepted(context);
    const feedbackId = feedbackIdOf(exchange);
    // Read by its owner immediately before: a target that caches responses must not show them to another key.
    await actor.send("getFeedbackStatus", { parameters: { feedbackId } });
    const status = await readForeign(context, other, "getFeedbackStatus", { feedbackId });
    if (!carries(status, "feedbackId", feedbackId)) return;
    const parameters = { feedbackId: context.unissuedId(feedbackId) };
    const unknown = await other.send("getFeedbackStatus", { parameters, intent: "unknown-id" });
    if (unknown.isSuccess)
      throw new Skip(
        "an unknown feedbackId is answered with a success, too, which shows nothing of anybody's: nothing is to be done",
      );
    const numbered = /^\d+$/.test(feedbackId) ? await submissionsNumberedTogether(context, other, exchange) : [];
    if (numbered === undefined)
      throw new Skip(
        "each organization seems to number its own feedback, so that both use this feedbackId: nothing is to be done",
      );
    mismatch(status, `a 4xx for feedback of ${exchange.organization}, another organization than the key's`, {
      after: [exchange, unknown, ...numbered],
    });
  },
});

/** Two more submissions, the first of them the other organization's, if the numbers of all three rise: then they have one count. */
async function submissionsNumberedTogether(
  context: CaseContext,
  other: Actor,
  first: Exchange,
): Promise<readonly Exchange[] | undefined> {
  const { actor, references, bodyFor } = await accepted(context);
  const [product] = await itemsOf(other, "listProducts");
  if (product === undefined) return undefined;
  const submit = async (caller: Actor, ids: { readonly productId: string }) =>
    caller.send("submitFeedback", { body: bodyFor(ids, await uniqueMark(context)) });
  const second = await submit(other, { productId: product.id });
  const third = await submit(actor, references);
  const [one = 0, two = 0, three = 0] = [first, second, third].map((exchange) => Number(feedbackIdOf(exchange)));
  return one < two && two < three ? [second, third] : undefined;
}
