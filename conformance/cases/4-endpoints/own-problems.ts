/** §1 and §4, endpoint 5: a problem is read below its own product. */
import { type Listed, listItems } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, Skip } from "../case.ts";
import { problemsOfAnotherProduct } from "../shared/detail-reads.ts";
import { mismatch } from "../shared/expect.ts";
import { firstProducts, isWholeList, nonEmptyListIfAny, type ProductList, rejectedList } from "../shared/lists.ts";
import { spareKey } from "../shared/permitted.ts";
import { showsItem } from "../shared/tenancy.ts";

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
  const found =
    (await strayProblem(context, actor, [list, other])) ??
    (await strayProblem(context, actor, await furtherLists(actor, [list, other])));
  if (found === undefined) throw new Skip(whyNone(list, other), ["listProblems"]);
  const { problem, below } = found;
  const parameters = { productId: below.product.id, problemId: problem.id };
  const exchange = await actor.send("getProblem", { parameters, intent: "unknown-id" });
  const after = [...new Set([list.exchange, other.exchange, below.exchange])];
  if (!showsItem(exchange, problem)) return;
  // A problem that was reported meanwhile may be in both lists.
  const again = await actor.send("listProblems", { parameters: { productId: below.product.id } });
  if (again.isSuccess && listItems(again).some(({ id }) => id === problem.id)) return;
  mismatch(exchange, "a 4xx: this problem is in the list of another product, not of this one", { after });
}

/** A problem of one product, and another product whose whole list does not contain it. */
async function strayProblem(context: CaseContext, actor: Actor, lists: readonly ProductList[]) {
  for (const below of shortestFirst(lists)) {
    const others = lists.filter((list) => list !== below).flatMap(({ items }) => items);
    const problem = others.find(({ id }) => !below.items.some((item) => item.id === id));
    if (problem !== undefined && (await isWholeList(context, actor, below))) return { problem, below };
  }
  return undefined;
}

const shortestFirst = (lists: readonly ProductList[]) => lists.toSorted((a, b) => a.items.length - b.items.length);

/** With the lists of up to three more products, of which one may be shorter than another. */
async function furtherLists(actor: Actor, lists: readonly ProductList[]): Promise<readonly ProductList[]> {
  const products = await firstProducts(actor, 5);
  const further = products.filter(({ id }) => !lists.some(({ product }) => product.id === id));
  const read = async (product: Listed) => {
    const exchange = await actor.read("listProblems", { productId: product.id });
    return { product, items: listItems(exchange), exchange };
  };
  const answered = (await Promise.all(further.map(read))).filter(({ exchange }) => exchange.isSuccess);
  return [...lists, ...answered];
}

function whyNone(first: ProductList, second: ProductList): string {
  const lists = [first, second];
  if (first.items.every(({ id }) => second.items.some((item) => item.id === id)))
    return `${first.product.id} and ${second.product.id} list the same problems: see consistency.problems-by-product`;
  const counts = lists.map(({ product, items }) => `${product.id} lists ${items.length}`).join(" and ");
  const [shorter, longer] = shortestFirst(lists).map(({ product }) => product.id);
  return `${counts}, which may be first pages of longer lists; one must be shorter than another list, and so whole: add a problem to ${longer}, or remove one from ${shorter}`;
}
