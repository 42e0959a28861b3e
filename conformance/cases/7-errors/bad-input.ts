/** §7: what is no JSON is refused, and what does not exist is not found; the laws judge the bodies of these errors. */

import { listedItems } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { invited } from "../4-endpoints/invitations.ts";
import { productLists } from "../5-authentication/scope.ts";
import { type Actor, defineCase } from "../case.ts";
import { expectRefused, mismatch } from "../given/expect.ts";

export const malformedJson = defineCase({
  id: "error.malformed-json",
  clause: "error.refusal",
  claim: "A body that is no JSON is refused",
  needs: { credential: "key", writes: true },
  requests: 2,
  async run(context) {
    const intent = "invalid";
    const exchange = await context.as("key").send("submitFeedback", { rawBody: '{"productId": "', intent });
    expectRefused(exchange, "for a body that is no JSON");
    // Only where an invitation as it should be is taken, so that the body alone is what is wrong.
    const taken = await invited(context).catch((error) => {
      if (error instanceof Skip || error instanceof Mismatch) return undefined;
      throw error;
    });
    if (taken === undefined) return;
    const invitation = { parameters: taken.parameters, rawBody: '{"email": "', intent } as const;
    expectRefused(await taken.actor.send("inviteMember", invitation), "for an invitation that is no JSON");
  },
});

export const unknownIds = defineCase({
  id: "error.unknown-ids",
  clause: "error.unknown-id",
  claim: "An unknown identifier is answered with an error or an empty list",
  needs: { credential: "key" },
  requests: 10,
  async run(context) {
    const actor: Actor = context.as("key");
    const [product] = await context.list(actor, "listProducts").catch(() => []);
    const problems = await context.filled(actor, "listProblems").catch(() => undefined);
    const productId = context.unknownLike(product?.id);
    const unknown = { intent: "unknown-id" } as const;
    const orgId = context.unknownLike(actor.caller.organization);
    for (const operation of productLists) {
      const list = await actor.send(operation, { parameters: { productId }, ...unknown });
      if (listedItems(list).length > 0) mismatch(list, "nothing of an unknown product");
    }
    const members = await actor.send("listMembers", { parameters: { orgId }, ...unknown });
    if (listedItems(members).length > 0) mismatch(members, "no member of an unknown organization");
    const problemId = context.unknownLike(problems?.items[0]?.id);
    const known = problems?.product.id ?? productId;
    const alone: readonly Exchange[] = [
      await actor.send("getProduct", { parameters: { productId }, ...unknown }),
      await actor.send("getProblem", { parameters: { productId: known, problemId }, ...unknown }),
      await actor.send("getFeedbackStatus", { parameters: { feedbackId: context.unknownLike(undefined) }, ...unknown }),
      await actor.send("getOrganization", { parameters: { orgId }, ...unknown }),
    ];
    for (const exchange of alone) expectRefused(exchange, "for an unknown identifier");
  },
});
