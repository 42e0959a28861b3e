/** §5.2: an API key grants access to all products in its organization. */
import { announcesMore } from "../../laws/whole-list.ts";
import { type Listed, listItems } from "../../model/body.ts";
import { isOrgRight } from "../../model/declared-organization.ts";
import { type Actor, defineCase, type Exchange, type OperationId, type Parameters, Skip } from "../case.ts";
import { expectSuccess, mismatch } from "../shared/expect.ts";
import { itemsOf, noProduct, productLists } from "../shared/lists.ts";
import { availableActors } from "../shared/permitted.ts";
import { expectProductShown } from "../shared/product-shown.ts";

/** The lists of this many other keys are compared. */
const maxKeys = 4;

export const listedProductsReadable = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim:
    "A key can read each product in its list, and that product's lists; the organization's other keys are shown as many items",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const products = await itemsOf(actor, "listProducts");
    const others = context.secondKeys();
    for (const other of others.slice(0, maxKeys)) await expectSameCount(actor, other, "listProducts");
    const [second] = others;
    const [first] = products;
    if (first === undefined) throw new Skip(noProduct(actor), ["listProducts"]);
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    const list = await actor.read("listProducts");
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed", [list]);
    for (const other of availableActors(context, ["other-organization"])) await expectFirstReadable(other);
    const further = sample.filter((product) => product !== first);
    const reads: { readonly product: Listed; readonly operation: OperationId; readonly hasItems: boolean }[] = [];
    for (const [at, product] of further.entries()) {
      // In this order most of these lists are also read by other cases, and so sent once.
      const operation = productLists[(at + 2) % productLists.length] ?? "listFeatures";
      const exchange = await expectSameRole(actor, list, first, product.id, operation);
      reads.push({ product, operation, hasItems: exchange !== undefined && listItems(exchange).some(isForAllKeys) });
    }
    const chosen = reads.findLast(({ hasItems }) => hasItems) ?? reads.at(-1);
    if (second === undefined || chosen === undefined) return;
    await expectReadable(second, list, first, chosen.product, chosen.operation);
    await expectSameCount(actor, second, chosen.operation, { productId: chosen.product.id });
  },
});

/** A cache that leaves out who asks may list another organization's products, which the key cannot read. */
async function expectFirstReadable(actor: Actor): Promise<void> {
  const list = await actor.read("listProducts");
  const [first] = listItems(list);
  if (first === undefined) return;
  expectSuccess(await actor.read("getProduct", { productId: first.id }), "for a product that is listed", [list]);
}

/**
 * Two keys of one organization are shown as many items. If the list is a first page, it has the same length
 * for both, unless it says that more follows.
 */
async function expectSameCount(
  actor: Actor,
  second: Actor,
  operation: OperationId,
  parameters?: Parameters,
): Promise<void> {
  const lists = [await actor.read(operation, parameters), await second.read(operation, parameters)];
  if (lists.some(({ isSuccess }) => !isSuccess)) return;
  const countOf = (list: Exchange) => new Set(listItems(list).map(({ id }) => id)).size;
  const [longer, shorter] = lists.toSorted((a, b) => countOf(b) - countOf(a));
  if (longer === undefined || shorter === undefined || countOf(longer) === countOf(shorter)) return;
  const shown = listItems(shorter).map(({ id }) => id);
  const isHidden = ({ id }: Listed) => !shown.includes(id);
  if (announcesMore(shorter) || !listItems(longer).filter(isForAllKeys).some(isHidden)) return;
  // Feedback may become a problem between two reads.
  if (operation !== "listProducts" && shorter.index < longer.index) return;
  const items = operation.slice("list".length).toLowerCase();
  const isApart = operation === "listProducts" && !listItems(longer).some(({ id }) => shown.includes(id));
  const question = isApart ? `, none of ${longer.credential}'s: ${isOrgRight}` : "";
  mismatch(shorter, `${countOf(longer)} ${items}, as many as ${longer.credential} of the same organization is shown`, {
    actual: `${countOf(shorter)} for ${shorter.credential}${question}`,
    after: [longer],
  });
}

/** A key with fewer rights may be shown only what is published. */
const isForAllKeys = ({ fields: { status } }: Listed) => status === undefined || status === "published";

/** Reads a list of another product, if the first product's can be read: the roles are open (§5.7). */
async function expectSameRole(
  actor: Actor,
  list: Exchange,
  first: Listed,
  productId: string,
  operation: OperationId,
): Promise<Exchange | undefined> {
  const ofFirst = await actor.read(operation, { productId: first.id });
  if (!ofFirst.isSuccess) return undefined;
  const exchange = await actor.read(operation, { productId });
  expectSuccess(exchange, `for ${operation}, as for the product ${first.id}`, [list, ofFirst]);
  return exchange;
}

/** Reads a product and one of its lists with the second key: each key has access to all products. */
async function expectReadable(
  second: Actor,
  list: Exchange,
  first: Listed,
  product: Listed,
  operation: OperationId,
): Promise<void> {
  const detail = await expectProductShown(second, product, list);
  if (!detail.isSuccess) await expectRole(second, "getProduct", first, detail);
  const exchange = await second.read(operation, { productId: product.id });
  if (!exchange.isSuccess) await expectRole(second, operation, first, exchange);
}

/** Which roles may call an endpoint is open (§5.7), but it must be the same for all products. */
async function expectRole(actor: Actor, operation: OperationId, { id }: Listed, rejection: Exchange): Promise<void> {
  const ofFirst = await actor.read(operation, { productId: id });
  if (ofFirst.isSuccess) mismatch(rejection, `a 2xx for ${operation}, as for the product ${id}`, { after: [ofFirst] });
}
