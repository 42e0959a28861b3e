/** §5.2: an API key grants access to all products in its organization. */
import { announcesMore } from "../../laws/whole-list.ts";
import { type Listed, listedOf } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, type OperationId, Skip } from "../case.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { itemsOf, noProduct, productLists } from "../given/lists.ts";
import { availableActors } from "../given/permitted.ts";

export const listedProductsReadable = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim: "A key can read each product in its list, and that product's lists; a second key is shown as many products",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const products = await itemsOf(actor, "listProducts");
    const [second] = availableActors(context, ["second-key"]);
    if (second !== undefined) await expectSameCount(actor, second);
    const [first] = products;
    if (first === undefined) throw new Skip(noProduct(actor), ["listProducts"]);
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    const list = await actor.read("listProducts");
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed", [list]);
    const others = sample.filter((product) => product !== first);
    await expectSameLists(actor, list, first, others);
    const last = others.at(-1);
    if (second !== undefined && last !== undefined) await expectReadable(context, second, list, first, last);
  },
});

/**
 * Two keys of one organization list the same number of products. If the list is a first page, it has the same length
 * for both, unless it says that more follows.
 */
async function expectSameCount(actor: Actor, second: Actor): Promise<void> {
  const lists = [await actor.read("listProducts"), await second.read("listProducts")];
  if (lists.some(({ isSuccess }) => !isSuccess)) return;
  const countOf = (list: Exchange) => new Set(listedOf(list).map(({ id }) => id)).size;
  const [longer, shorter] = lists.toSorted((a, b) => countOf(b) - countOf(a));
  if (longer === undefined || shorter === undefined || countOf(longer) === countOf(shorter)) return;
  if (announcesMore(shorter)) return;
  const actual = `${countOf(shorter)} for ${shorter.credential}`;
  mismatch(shorter, `${countOf(longer)} products, as many as ${longer.credential} of the same organization is shown`, {
    actual,
    after: [longer],
  });
}

/** Reads a list of each other product, if the first product's can be read: the roles are open (§5.7). */
async function expectSameLists(actor: Actor, list: Exchange, first: Listed, others: readonly Listed[]): Promise<void> {
  for (const [at, { id }] of others.entries()) {
    const operation = productLists[at % productLists.length] ?? "listFeatures";
    const ofFirst = await actor.read(operation, { productId: first.id });
    if (!ofFirst.isSuccess) continue;
    const exchange = await actor.read(operation, { productId: id });
    expectSuccess(exchange, `for ${operation}, as for the product ${first.id}`, [list, ofFirst]);
  }
}

/** Reads a product and one of its lists with the second key: each key has access to all products. */
async function expectReadable(context: CaseContext, second: Actor, list: Exchange, first: Listed, product: Listed) {
  const detail = await second.read("getProduct", { productId: product.id });
  if (detail.status === 404)
    mismatch(detail, `the product, which is in the list of ${list.credential} of the same organization`, {
      after: [list],
    });
  if (!detail.isSuccess) await expectRole(second, "getProduct", first, detail);
  const operation = productLists[context.seed % productLists.length] ?? "listFeatures";
  const exchange = await second.read(operation, { productId: product.id });
  if (!exchange.isSuccess) await expectRole(second, operation, first, exchange);
}

/** Which roles may call an endpoint is open (§5.7), but it must be the same for all products. */
async function expectRole(actor: Actor, operation: OperationId, { id }: Listed, rejection: Exchange): Promise<void> {
  const ofFirst = await actor.read(operation, { productId: id });
  if (ofFirst.isSuccess) mismatch(rejection, `a 2xx for ${operation}, as for the product ${id}`, { after: [ofFirst] });
}
