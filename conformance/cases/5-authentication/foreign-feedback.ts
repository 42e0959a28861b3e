/** §5.2: with an API key of one organization nothing is submitted for another, and nothing read of what it submitted. */

import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { accepted, feedbackIdOf } from "../4-endpoints/feedback.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { newMark } from "../given/unique-names.ts";
import { bothKeys, carries, foreignTo, listsOf, readForeign, shows } from "./scope.ts";

const needs = { credential: "other-organization", writes: true } as const;

/**
 * What is accepted for a product of another organization, while an unknown one is refused, has told at the least that there
 * is such a product. A target that looks at the organization only later, when it works its queue off, is found for that.
 */
export const foreignSubmission = defineCase({
  id: "scope.foreign-submission",
  clause: "auth.scope",
  claim: "A key submits nothing for another organization's product",
  needs,
  requests: 1,
  elsewhere: 1,
  async run(context) {
    const [own, other] = bothKeys(context);
    const [product] = await foreignTo(context, other, own);
    if (product === undefined)
      throw new Skip("a product in the first organization, whose identifier the other does not use");
    const { bodyFor } = await accepted(context);
    const submit = async (productId: string, intent: "foreign-id" | "unknown-id") =>
      other.send("submitFeedback", { body: bodyFor({ productId }, await newMark(context)), intent });
    const exchange = await submit(product.id, "foreign-id");
    if (!exchange.isSuccess) return;
    const unknown = await submit(context.unknownLike(product.id), "unknown-id");
    if (unknown.isSuccess) throw new Skip("a target that looks at productId when feedback is submitted, not later");
    const read = await readForeign(other, product);
    if (carries(read, "id", product.id) && !shows(read, product))
      throw new Skip("a product of the first organization, whose identifier the other does not use");
    const after = [...(await listsOf(own, other)), unknown, read];
    mismatch(exchange, `a refusal for a product of ${own.caller.organization}`, { after });
  },
});

export const foreignStatus = defineCase({
  id: "scope.foreign-status",
  clause: "auth.scope",
  claim: "A key does not read the status of another organization's feedback",
  needs,
  requests: 1,
  elsewhere: 1,
  async run(context) {
    const [, other] = bothKeys(context);
    const { exchange } = await accepted(context);
    const feedbackId = feedbackIdOf(exchange);
    const read = (id: string, intent: "foreign-id" | "unknown-id") =>
      other.send("getFeedbackStatus", { parameters: { feedbackId: id }, intent });
    const status = await read(feedbackId, "foreign-id");
    if (!carries(status, "feedbackId", feedbackId)) return;
    const unknown = await read(context.unknownLike(feedbackId), "unknown-id");
    if (unknown.isSuccess) throw new Skip("a target that tells known feedback from unknown");
    const numbered = /^\d+$/.test(feedbackId) ? await numberedThroughout(context, other, exchange) : [];
    if (numbered === undefined) throw new Skip("a target that does not number each organization's feedback by itself");
    mismatch(status, `nothing of ${exchange.organization}'s feedback`, { after: [exchange, unknown, ...numbered] });
  },
});

/** Two submissions after the first, one of them the other organization's, whose numbers rise: they are not counted apart. */
async function numberedThroughout(
  context: CaseContext,
  other: Actor,
  first: Exchange,
): Promise<readonly Exchange[] | undefined> {
  const { actor, references, bodyFor } = await accepted(context);
  const [product] = await context.list(other, "listProducts");
  if (product === undefined) return undefined;
  const submit = async (who: Actor, of: { readonly productId: string }) =>
    who.send("submitFeedback", { body: bodyFor(of, await newMark(context)) });
  const second = await submit(other, { productId: product.id });
  const third = await submit(actor, references);
  const [one = 0, two = 0, three = 0] = [first, second, third].map((exchange) => Number(feedbackIdOf(exchange)));
  return one < two && two < three ? [second, third] : undefined;
}
