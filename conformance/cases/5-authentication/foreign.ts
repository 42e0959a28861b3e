/**
 * §5.2: with an API key of one organization, nothing of another's. A legal target may number each organization's items by
 * themselves, and may answer 2xx to any identifier, whatever it names: neither shows what is foreign.
 */
import { type Actor, type CaseContext, defineCase, type Listed } from "../../case.ts";
import { Skip } from "../../check.ts";
import { listedOf } from "../../context.ts";
import type { Exchange } from "../../exchange.ts";
import { mismatch } from "../../expect.ts";
import { isObject, listedItems } from "../../laws/body-view.ts";
import { fullSubmission } from "../../submission.ts";
import { accepted, feedbackIdOf } from "../4-endpoints/feedback.ts";
import { bothKeys, isSameItem, productLists } from "./scope.ts";

const needs = { credential: "other-organization" } as const;

/** Who reads, and whose it is: both ways. */
function bothWays(context: CaseContext): readonly (readonly [reader: Actor, owner: Actor])[] {
  const [own, other] = bothKeys(context);
  return [
    [own, other],
    [other, own],
  ];
}

/** A success that carries something under the identifier that was asked for. */
function carries(exchange: Exchange, identifier: "id" | "feedbackId", id: string): boolean {
  const body = exchange.json();
  return exchange.isSuccess && isObject(body) && body[identifier] === id;
}

/** Products that the owner lists, under identifiers that the reader's own list does not show. */
async function foreignTo(context: CaseContext, reader: Actor, owner: Actor): Promise<readonly Listed[]> {
  const own = await context.list(reader, "listProducts");
  const products = await context.list(owner, "listProducts");
  return products.filter(({ id }) => !own.some((one) => one.id === id));
}

/** What the answer shows is the owner's: the same identifier may stand on a page of the reader's own that was not read. */
function shows(exchange: Exchange, item: Listed): boolean {
  const body = exchange.json();
  return carries(exchange, "id", item.id) && isObject(body) && isSameItem({ id: item.id, fields: body }, item);
}

const readForeign = (reader: Actor, { id }: Listed) =>
  reader.send("getProduct", { parameters: { productId: id }, intent: "foreign-id" });

/** The owner's problem, asked for under a product of the reader's own. */
async function problemThroughOwn(context: CaseContext, reader: Actor, problem: Listed): Promise<Exchange | undefined> {
  const [own] = await context.list(reader, "listProducts");
  if (own === undefined) return undefined;
  const parameters = { productId: own.id };
  const problems = await context.list(reader, "listProblems", parameters).catch(() => []);
  if (problems.some(({ id }) => id === problem.id)) return undefined;
  return reader.send("getProblem", { parameters: { ...parameters, problemId: problem.id }, intent: "foreign-id" });
}

export const foreignProducts = defineCase({
  id: "scope.foreign-products",
  clause: "auth.scope",
  claim: "A key reads nothing of another organization's products, both ways",
  needs,
  requests: 20,
  async run(context) {
    let isJudged = false;
    for (const [reader, owner] of bothWays(context)) {
      const [product, ...others] = await foreignTo(context, reader, owner);
      if (product === undefined) continue;
      const parameters = { productId: product.id };
      const whose = `nothing of ${owner.caller.organization}'s`;
      for (const other of context.sample(others, 1)) {
        const second = await readForeign(reader, other);
        if (shows(second, other)) mismatch(second, `${whose} product`);
      }
      const read = await readForeign(reader, product);
      if (shows(read, product)) mismatch(read, `${whose} product`);
      // Another product under this identifier: it is the reader's own, and so is what it holds.
      if (carries(read, "id", product.id)) continue;
      isJudged = true;
      context.observe("endpoint.error-codes", `a foreign product: ${read.status}`);
      for (const operation of productLists) {
        const list = await reader.send(operation, { parameters, intent: "foreign-id" });
        if (listedItems(list).length === 0) continue;
        const theirs = await context.list(owner, operation, parameters).catch(() => []);
        const isTheirs = (item: Listed) => theirs.some((one) => isSameItem(one, item));
        if (listedOf(list).some(isTheirs)) mismatch(list, `${whose} product`);
      }
      const [problem] = await context.list(owner, "listProblems", parameters).catch(() => []);
      if (problem === undefined) continue;
      const ids = { ...parameters, problemId: problem.id };
      const detail = await reader.send("getProblem", { parameters: ids, intent: "foreign-id" });
      if (shows(detail, problem)) mismatch(detail, `${whose} problem`);
      const through = await problemThroughOwn(context, reader, problem);
      if (through !== undefined && shows(through, problem)) mismatch(through, `${whose} problem`);
    }
    if (!isJudged) throw new Skip("a product in one of two organizations, whose identifier the other does not use");
  },
});

export const foreignSubmission = defineCase({
  id: "scope.foreign-submission",
  clause: "auth.scope",
  claim: "A key submits nothing for another organization's product",
  needs: { ...needs, writes: true },
  requests: 1,
  async run(context) {
    const [own, other] = bothKeys(context);
    const [product] = await foreignTo(context, other, own);
    if (product === undefined)
      throw new Skip("a product in the first organization, whose identifier the other does not use");
    const submit = (productId: string, intent: "foreign-id" | "unknown-id") =>
      other.send("submitFeedback", { body: fullSubmission({ productId }, context.mark), intent });
    const exchange = await submit(product.id, "foreign-id");
    if (!exchange.isSuccess) return;
    const unknown = await submit(context.unknownLike(product.id), "unknown-id");
    if (unknown.isSuccess) throw new Skip("a target that looks at productId when feedback is submitted, not later");
    const read = await readForeign(other, product);
    if (carries(read, "id", product.id) && !shows(read, product))
      throw new Skip("a product of the first organization, whose identifier the other does not use");
    mismatch(exchange, `a refusal for a product of ${own.caller.organization}`);
  },
});

export const foreignStatus = defineCase({
  id: "scope.foreign-status",
  clause: "auth.scope",
  claim: "A key does not read the status of another organization's feedback",
  needs: { ...needs, writes: true },
  requests: 1,
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
    if (/^\d+$/.test(feedbackId) && !(await isNumberedThroughout(context, other, exchange))) {
      throw new Skip("a target that does not number each organization's feedback by itself");
    }
    mismatch(status, `nothing of ${exchange.organization}'s feedback`);
  },
});

/** Of three submissions, the second of them the other organization's, the numbers rise: they are not counted apart. */
async function isNumberedThroughout(context: CaseContext, other: Actor, first: Exchange): Promise<boolean> {
  const { actor, references } = await accepted(context);
  const [product] = await context.list(other, "listProducts");
  if (product === undefined) return false;
  const submit = async (who: Actor, of: { readonly productId: string }) =>
    Number(feedbackIdOf(await who.send("submitFeedback", { body: fullSubmission(of, `${context.mark}-numbered`) })));
  const second = await submit(other, { productId: product.id });
  const third = await submit(actor, references);
  return Number(feedbackIdOf(first)) < second && second < third;
}

async function ownMembers(context: CaseContext, reader: Actor): Promise<readonly string[]> {
  const orgId = reader.caller.organization;
  if (orgId === undefined) return [];
  const members = await context.list(reader, "listMembers", { orgId }).catch(() => []);
  return members.map(({ id }) => id);
}

export const foreignOrganization = defineCase({
  id: "scope.foreign-organization",
  clause: "auth.scope",
  claim: "A key reads no other organization and none of its members, and invites nobody into it",
  needs,
  requests: 6,
  async run(context) {
    for (const [reader, owner] of bothWays(context)) {
      const orgId = owner.caller.organization;
      if (orgId === undefined) continue;
      const parameters = { orgId };
      const read = await reader.send("getOrganization", { parameters, intent: "foreign-id" });
      if (carries(read, "id", orgId)) mismatch(read, `nothing of ${orgId}`);
      const members = await reader.send("listMembers", { parameters, intent: "foreign-id" });
      if (listedItems(members).length > 0) {
        // Who answers with the caller's own members, whatever was asked for, shows nobody else's.
        const own = await ownMembers(context, reader);
        if (listedOf(members).some(({ id }) => !own.includes(id))) mismatch(members, `no member of ${orgId}`);
      }
      if (context.isReadOnly) continue;
      const body = { email: `${context.mark}@example.com` };
      const invited = await reader.send("inviteMember", { parameters, body, intent: "foreign-id" });
      if (!invited.isSuccess) continue;
      const nowhere = { orgId: context.unknownLike(orgId) };
      const unknown = await reader.send("inviteMember", { parameters: nowhere, body, intent: "unknown-id" });
      if (!unknown.isSuccess) mismatch(invited, `no invitation into ${orgId}`);
    }
  },
});
