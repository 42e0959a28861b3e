/** §1 and §4, endpoint 5: a problem is read below its own product. */
import { listItems } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, Skip } from "../case.ts";
import { problemsOfAnotherProduct } from "../given/detail-reads.ts";
import { mismatch } from "../given/expect.ts";
import { isWholeList, nonEmptyListIfAny, type ProductList, rejectedList } from "../given/lists.ts";
import { spareKey } from "../given/permitted.ts";
import { showsItem } from "../given/tenancy.ts";

/** Only a whole list proves that a product does not have a problem. One organization with two such products is enough. */
export const ownProblems = defineCase({
  id: "consistency.own-problems",
  clause: "endpoint.own-problems",
  claim: "A problem cannot be read below a product that does not list it",
  needs: { credential: "key" },
  async run(context) {
    const spare = spareKey(context);
    try {
      await judge(context, spare);
    } catch (error) {
      const key = context.as("key");
      if (!(error instanceof Skip) || key.caller.organization === spare.caller.organization) throw error;
      await judge(context, key);
    }
  },
});

async function judge(context: CaseContext, actor: Actor): Promise<void> {
  const list = await nonEmptyListIfAny(actor, "listProblems");
  if (!list.exchange.isSuccess) throw new Skip(rejectedList("listProblems", list.exchange));
  const other = await problemsOfAnotherProduct(actor, list.product);
  if (other === undefined)
    throw new Skip(
      `needs a second product in the organization of ${actor.caller.label}: create one with${list.items.length === 0 ? " a problem" : "out problems"}, or let a larger page show it`,
      ["listProducts"],
    );
  if (!other.exchange.isSuccess) throw new Skip(rejectedList("listProblems", other.exchange));
  const { problem, below } = await strayProblem(context, actor, [list, other]);
  const parameters = { productId: below.product.id, problemId: problem.id };
  const exchange = await actor.send("getProblem", { parameters, intent: "unknown-id" });
  const after = [list.exchange, other.exchange];
  if (!showsItem(exchange, problem)) return;
  // A problem that was reported meanwhile may be in both lists.
  const again = await actor.send("listProblems", { parameters: { productId: below.product.id } });
  if (again.isSuccess && listItems(again).some(({ id }) => id === problem.id)) return;
  mismatch(exchange, "a 4xx: this problem is in the list of another product, not of this one", { after });
}

/** A problem of one product, and another product whose whole list does not contain it. */
async function strayProblem(context: CaseContext, actor: Actor, lists: readonly [ProductList, ProductList]) {
  const shortestFirst = lists.toSorted((a, b) => a.items.length - b.items.length);
  for (const below of shortestFirst) {
    const others = lists.filter((list) => list !== below).flatMap(({ items }) => items);
    const problem = others.find(({ id }) => !below.items.some((item) => item.id === id));
    if (problem !== undefined && (await isWholeList(context, actor, below))) return { problem, below };
  }
  const [first, second] = lists;
  if (first.items.every(({ id }) => second.items.some((item) => item.id === id)))
    throw new Skip(
      `${first.product.id} and ${second.product.id} list the same problems: see consistency.problems-by-product`,
    );
  const counts = lists.map(({ product, items }) => `${product.id} lists ${items.length}`).join(" and ");
  const [shorter, longer] = shortestFirst.map(({ product }) => product.id);
  throw new Skip(
    `${counts}, which may be first pages of longer lists; one must be shorter than another list, and so whole: add a problem to ${longer}, or remove one from ${shorter}`,
    ["listProblems"],
  );
}
