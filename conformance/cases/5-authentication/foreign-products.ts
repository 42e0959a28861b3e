/**
 * §5.2: with an API key of one organization, nothing of another's. A legal target may number each organization's items by
 * themselves, and may answer 2xx to any identifier, whatever it names: neither shows what is foreign.
 */

import { type Listed, listedItems, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import {
  bothKeys,
  bothWays,
  carries,
  foreignTo,
  isSameItem,
  listsOf,
  productLists,
  readForeign,
  shows,
} from "./scope.ts";

/** The owner's problem, asked for under a product of the reader's own, which lists no such problem. */
async function problemThroughOwn(context: CaseContext, reader: Actor, problem: Listed): Promise<Exchange | undefined> {
  const [own] = await context.list(reader, "listProducts");
  if (own === undefined) return undefined;
  const parameters = { productId: own.id };
  const problems = await context.list(reader, "listProblems", parameters).catch(() => []);
  if (problems.some(({ id }) => id === problem.id)) return undefined;
  return reader.send("getProblem", { parameters: { ...parameters, problemId: problem.id }, intent: "foreign-id" });
}

/** Looks at one of the owner's products, and at all that it holds. False where the identifier is one of the reader's own. */
async function lookAtForeign(context: CaseContext, reader: Actor, owner: Actor, product: Listed): Promise<boolean> {
  const parameters = { productId: product.id };
  const whose = `nothing of ${owner.caller.organization}'s`;
  // Neither list is asked for again: it has answered.
  const products = await listsOf(owner, reader);
  const read = await readForeign(reader, product);
  if (shows(read, product)) mismatch(read, `${whose} product`, { after: products });
  // Another product under this identifier: it is the reader's own, and so is what it holds.
  if (carries(read, "id", product.id)) return false;
  for (const operation of productLists) {
    const list = await reader.send(operation, { parameters, intent: "foreign-id" });
    if (listedItems(list).length === 0) continue;
    const theirs = await context.list(owner, operation, parameters).catch(() => []);
    // What the reader's own products list too is nobody's: the service's, for all.
    const own = await context.filled(reader, operation).then(
      ({ items }) => items,
      () => [],
    );
    const isIn = (items: readonly Listed[], item: Listed) => items.some((one) => isSameItem(one, item));
    const isTheirs = (item: Listed) => isIn(theirs, item) && !isIn(own, item);
    if (listedOf(list).some(isTheirs))
      mismatch(list, `${whose} product`, { after: [...products, await owner.read(operation, parameters)] });
  }
  const [problem] = await problemsOf(context, owner, product);
  if (problem === undefined) return true;
  const ids = { ...parameters, problemId: problem.id };
  const detail = await reader.send("getProblem", { parameters: ids, intent: "foreign-id" });
  const after = [...products, await owner.read("listProblems", parameters)];
  if (shows(detail, problem)) mismatch(detail, `${whose} problem`, { after });
  const through = await problemThroughOwn(context, reader, problem);
  if (through !== undefined && shows(through, problem)) mismatch(through, `${whose} problem`, { after });
  return true;
}

const problemsOf = (context: CaseContext, owner: Actor, { id }: Listed) =>
  context.list(owner, "listProblems", { productId: id }).catch(() => []);

export const foreignProducts = defineCase({
  id: "scope.foreign-products",
  clause: "auth.scope",
  claim: "A key reads nothing of another organization's products, both ways",
  needs: { credential: "other-organization" },
  requests: 20,
  beside: 9,
  async run(context) {
    // What an owner shows is read first: then each organization is asked one thing after the other.
    for (const [owner, reader] of [bothKeys(context), bothKeys(context).toReversed()] as const) {
      for (const product of (await foreignTo(context, reader, owner)).slice(0, 1)) {
        await problemsOf(context, owner, product);
      }
    }
    const isJudged = await bothWays(context, async (reader, owner) => {
      const [product, ...others] = await foreignTo(context, reader, owner);
      if (product === undefined) return false;
      for (const other of context.sample(others, 1)) {
        const second = await readForeign(reader, other);
        const whose = `nothing of ${owner.caller.organization}'s product`;
        if (shows(second, other)) mismatch(second, whose, { after: await listsOf(owner, reader) });
      }
      return lookAtForeign(context, reader, owner, product);
    });
    if (!isJudged.includes(true))
      throw new Skip("a product in one of two organizations, whose identifier the other does not use");
  },
});
