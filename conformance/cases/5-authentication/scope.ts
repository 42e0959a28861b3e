/** §5.2: an API key is scoped to one organization, and grants access to all of that organization's products. */
import { type Actor, type CaseContext, defineCase } from "../../case.ts";
import { Skip } from "../../check.ts";
import { listedOf } from "../../context.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
import { listedItems } from "../../laws/body-view.ts";
import { fullSubmission } from "../../submission.ts";
import { accepted, feedbackIdOf } from "../4-endpoints/feedback.ts";

const needs = { credential: "other-organization" } as const;

/** Two keys of two organizations; only keys are tied to one (§5.2). */
function both(context: CaseContext): readonly [Actor, Actor] {
  const [own, other] = [context.as("key"), context.as("other-organization")];
  if (own.caller.kind !== "api-key") throw new Skip("an API key");
  return [own, other];
}

export const ownLists = defineCase({
  id: "scope.own-lists",
  clause: "auth.scope",
  claim: "What one organization's key lists, another's does not",
  needs,
  async run(context) {
    const [own, other] = both(context);
    const ours = await context.list(own, "listProducts");
    const theirs = await context.list(other, "listProducts");
    const shared = theirs.find(({ id }) => ours.some((one) => one.id === id));
    if (shared !== undefined) {
      mismatch(
        await other.read("listProducts"),
        "only products of its own organization",
        `the product ${shared.id} of both`,
      );
    }
    for (const [actor, foreign] of [
      [own, other.caller.organization],
      [other, own.caller.organization],
    ] as const) {
      const list = await actor.read("listOrganizations");
      const isForeign = listedOf(list).some(({ id }) => id === foreign);
      if (isForeign) mismatch(list, "only the key's own organization", `${foreign}, which is another's`);
    }
  },
});

const productLists = ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"] as const;

export const foreignProducts = defineCase({
  id: "scope.foreign-products",
  clause: "auth.scope",
  claim: "A key reads nothing of another organization's products, both ways",
  needs,
  async run(context) {
    const [own, other] = both(context);
    let isJudged = false;
    for (const [reader, owner] of [
      [own, other],
      [other, own],
    ] as const) {
      const [product] = await context.list(owner, "listProducts");
      if (product === undefined) continue;
      isJudged = true;
      const parameters = { productId: product.id };
      const read = await reader.send("getProduct", { parameters, intent: "foreign-id" });
      if (read.isSuccess) mismatch(read, `nothing of ${owner.caller.organization}'s product`);
      context.observe("endpoint.error-codes", `a foreign product: ${read.status}`);
      for (const operation of productLists) {
        const list = await reader.send(operation, { parameters, intent: "foreign-id" });
        if (listedItems(list).length > 0) mismatch(list, `nothing of ${owner.caller.organization}'s product`);
      }
      const [problem] = await context.list(owner, "listProblems", parameters).catch(() => []);
      if (problem === undefined) continue;
      const ids = { ...parameters, problemId: problem.id };
      const detail = await reader.send("getProblem", { parameters: ids, intent: "foreign-id" });
      if (detail.isSuccess) mismatch(detail, `nothing of ${owner.caller.organization}'s problem`);
    }
    if (!isJudged) throw new Skip("a product in one of two organizations");
  },
});

export const foreignSubmission = defineCase({
  id: "scope.foreign-submission",
  clause: "auth.scope",
  claim: "A key submits nothing for another organization's product",
  needs: { ...needs, writes: true },
  async run(context) {
    const [own, other] = both(context);
    const [product] = await context.list(own, "listProducts");
    if (product === undefined) throw new Skip("a product in the first organization");
    const body = fullSubmission({ productId: product.id }, context.mark);
    const exchange = await other.send("submitFeedback", { body, intent: "foreign-id" });
    if (exchange.isSuccess) mismatch(exchange, `a refusal for a product of ${own.caller.organization}`);
  },
});

export const foreignStatus = defineCase({
  id: "scope.foreign-status",
  clause: "auth.scope",
  claim: "A key does not read the status of another organization's feedback",
  needs: { ...needs, writes: true },
  async run(context) {
    const [, other] = both(context);
    const { exchange } = await accepted(context);
    const parameters = { feedbackId: feedbackIdOf(exchange) };
    const status = await other.send("getFeedbackStatus", { parameters, intent: "foreign-id" });
    if (status.isSuccess) mismatch(status, `nothing of ${exchange.organization}'s feedback`);
  },
});

export const foreignOrganization = defineCase({
  id: "scope.foreign-organization",
  clause: "auth.scope",
  claim: "A key reads no other organization and none of its members",
  needs,
  async run(context) {
    const [own, other] = both(context);
    for (const [reader, owner] of [
      [own, other],
      [other, own],
    ] as const) {
      const orgId = owner.caller.organization;
      if (orgId === undefined) continue;
      const read = await reader.send("getOrganization", { parameters: { orgId }, intent: "foreign-id" });
      if (read.isSuccess) mismatch(read, `nothing of ${orgId}`);
      const members = await reader.send("listMembers", { parameters: { orgId }, intent: "foreign-id" });
      if (listedItems(members).length > 0) mismatch(members, `no member of ${orgId}`);
      if (context.isReadOnly) continue;
      const body = { email: `${context.mark}@example.com` };
      const invited = await reader.send("inviteMember", { parameters: { orgId }, body, intent: "foreign-id" });
      if (invited.isSuccess) mismatch(invited, `no invitation into ${orgId}`);
    }
  },
});

export const listedProducts = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim: "Each product that a key lists, it can read",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const products = await context.list(actor, "listProducts");
    if (products.length === 0) throw new Skip("a product in the organization of the key");
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed");
  },
});
