/** §5.2: an API key grants access to all products in its organization. */
import { type Listed, listedOf } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { itemsOf, productLists } from "../given/lists.ts";
import { availableActors } from "../given/permitted.ts";

export const listedProductsReadable = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim: "A key can read every product that it lists, with the same lists as the first; a second key lists as many",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const products = await itemsOf(actor, "listProducts");
    await expectSameCount(context, actor);
    const [first] = products;
    if (first === undefined) throw new Skip("a product in the organization of the key");
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    const list = await actor.read("listProducts");
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed", [list]);
    const others = sample.filter((product) => product !== first);
    await expectSameLists(actor, list, first, others);
  },
});

/** Two keys of one organization list as many products: a first page is as long for one as for the other. */
async function expectSameCount(context: CaseContext, actor: Actor): Promise<void> {
  const [second] = availableActors(context, ["second-key"]);
  if (second === undefined) return;
  const lists = [await actor.read("listProducts"), await second.read("listProducts")];
  if (lists.some(({ isSuccess }) => !isSuccess)) return;
  const countOf = (list: Exchange) => new Set(listedOf(list).map(({ id }) => id)).size;
  const [longer, shorter] = lists.toSorted((a, b) => countOf(b) - countOf(a));
  if (longer === undefined || shorter === undefined || countOf(longer) === countOf(shorter)) return;
  const actual = `${countOf(shorter)} with ${shorter.credential}`;
  mismatch(shorter, `all products: ${countOf(longer)}, as with ${longer.credential}`, { actual, after: [longer] });
}

/** Reads a list of each other product. Which roles may read a list is open (§5.7): it is judged where the first product's is read. */
async function expectSameLists(actor: Actor, list: Exchange, first: Listed, others: readonly Listed[]): Promise<void> {
  for (const [at, { id }] of others.entries()) {
    const operation = productLists[at % productLists.length] ?? "listFeatures";
    const ofFirst = await actor.read(operation, { productId: first.id });
    if (!ofFirst.isSuccess) continue;
    const exchange = await actor.read(operation, { productId: id });
    expectSuccess(exchange, `for ${operation}, as for the product ${first.id}`, [list, ofFirst]);
  }
}
