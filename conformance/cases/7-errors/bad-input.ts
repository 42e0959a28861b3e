/** §7: what is no JSON is refused, and what does not exist is not found; the laws judge the bodies of these errors. */
import { type Actor, defineCase } from "../../case.ts";
import type { Exchange } from "../../exchange.ts";
import { expectRefused, mismatch } from "../../expect.ts";
import { listedItems } from "../../laws/body-view.ts";

export const malformedJson = defineCase({
  id: "error.malformed-json",
  clause: "error.refusal",
  claim: "A body that is no JSON is refused",
  needs: { credential: "key", writes: true },
  requests: 1,
  async run(context) {
    const exchange = await context.as("key").send("submitFeedback", { rawBody: '{"productId": "', intent: "invalid" });
    expectRefused(exchange, "for a body that is no JSON");
    context.observe("endpoint.error-codes", `a body that is no JSON: ${exchange.status}`);
  },
});

export const unknownIds = defineCase({
  id: "error.unknown-ids",
  clause: "error.unknown-id",
  claim: "An unknown identifier is answered with an error or an empty list",
  needs: { credential: "key" },
  requests: 5,
  async run(context) {
    const actor: Actor = context.as("key");
    const [product] = await context.list(actor, "listProducts").catch(() => []);
    const problems = await context.filled(actor, "listProblems").catch(() => undefined);
    const productId = context.unknownLike(product?.id);
    const unknown = { intent: "unknown-id" } as const;
    const lists = await actor.send("listFeatures", { parameters: { productId }, ...unknown });
    if (listedItems(lists).length > 0) mismatch(lists, "no feature of an unknown product");
    const problemId = context.unknownLike(problems?.items[0]?.id);
    const known = problems?.product.id ?? productId;
    const alone: readonly Exchange[] = [
      await actor.send("getProduct", { parameters: { productId }, ...unknown }),
      await actor.send("getProblem", { parameters: { productId: known, problemId }, ...unknown }),
      await actor.send("getFeedbackStatus", { parameters: { feedbackId: context.unknownLike(undefined) }, ...unknown }),
      await actor.send("getOrganization", {
        parameters: { orgId: context.unknownLike(actor.caller.organization) },
        ...unknown,
      }),
    ];
    for (const exchange of alone) {
      expectRefused(exchange, "for an unknown identifier");
      context.observe("endpoint.error-codes", `an unknown identifier, ${exchange.operation}: ${exchange.status}`);
    }
  },
});
