/** §5.2: a key is scoped to one organization, so nothing of another's products can be read with it. */
import { type Listed, listedItems, listedOf } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, type OperationId, Skip } from "../case.ts";
import { readForeign } from "../given/conditions.ts";
import { mismatch } from "../given/expect.ts";
import { itemsOf, itemsOrNone, nonEmptyList, productLists } from "../given/lists.ts";
import {
  bothKeys,
  bothWays,
  carries,
  foreignProducts,
  furtherKeys,
  includesItem,
  noForeignProduct,
  productListsOf,
  shows,
} from "../given/tenancy.ts";

export const foreignProductsHidden = defineCase({
  id: "scope.foreign-products",
  clause: "auth.scope",
  claim: "A key can read nothing of another organization's products, in either direction",
  needs: { credential: "other-organization" },
  async run(context) {
    await readOwnProblems(context);
    const isJudged = await bothWays(context, async (reader, owner) => {
      const [product, ...others] = await foreignProducts(reader, owner);
      if (product === undefined) return false;
      for (const other of context.sample(others, 1)) {
        const exchange = await readForeign(context, reader, "getProduct", { productId: other.id });
        const expected = `no data of a product of ${owner.caller.organization}, another organization than the key's`;
        if (shows(exchange, other)) mismatch(exchange, expected, { after: await productListsOf(owner, reader) });
      }
      return expectHidden(context, reader, owner, product);
    });
    await expectHiddenFromOthers(context);
    if (!isJudged.includes(true)) throw new Skip(noForeignProduct, ["listProducts"]);
  },
});

/** What the owners show is read beforehand: later each organization's requests are to go out one after the other. */
async function readOwnProblems(context: CaseContext): Promise<void> {
  const [key, otherKey] = bothKeys(context);
  for (const [owner, reader] of [[key, otherKey] as const, [otherKey, key] as const]) {
    const [product] = await foreignProducts(reader, owner);
    if (product !== undefined) await problemsOf(owner, product);
  }
}

const problemsOf = (owner: Actor, { id }: Listed) => itemsOrNone(owner, "listProblems", { productId: id });

/** Reads a product of the owner's, and everything in it. False where its identifier is one of the reader's own, too. */
async function expectHidden(context: CaseContext, reader: Actor, owner: Actor, product: Listed): Promise<boolean> {
  const expected = `no data of a product of ${owner.caller.organization}, another organization than the key's`;
  const after = await productListsOf(owner, reader);
  const read = await readForeign(context, reader, "getProduct", { productId: product.id });
  if (shows(read, product)) mismatch(read, expected, { after });
  // Another product under this identifier is the reader's own, and so are its lists.
  if (carries(read, "id", product.id)) return false;
  await expectHiddenLists(context, reader, owner, product, after);
  await expectHiddenProblem(context, reader, owner, product, after);
  return true;
}

/** Each further organization's key reads one list, that the run's seed chooses, below a product of the first. */
async function expectHiddenFromOthers(context: CaseContext): Promise<void> {
  const [key] = bothKeys(context);
  for (const [at, reader] of furtherKeys(context).entries()) {
    const [product] = await foreignProducts(reader, key);
    const operation = datedLists[(context.seed + at) % datedLists.length];
    if (product === undefined || operation === undefined) continue;
    await expectHiddenLists(context, reader, key, product, await productListsOf(key, reader), [operation]);
  }
}

const datedLists = ["listFeatures", "listProblems", "listReleases"] as const;

async function expectHiddenLists(
  context: CaseContext,
  reader: Actor,
  owner: Actor,
  product: Listed,
  products: readonly Exchange[],
  operations: readonly OperationId[] = productLists,
) {
  const parameters = { productId: product.id };
  for (const operation of operations) {
    const list = await readForeign(context, reader, operation, parameters);
    if (listedItems(list).length === 0) continue;
    const theirs = await itemsOrNone(owner, operation, parameters);
    // What the reader's own products list, too, may belong to the service, for everybody.
    const readersList = await nonEmptyList(reader, operation).catch(() => ({ items: [] }));
    if (!listedOf(list).some((item) => includesItem(theirs, item) && !includesItem(readersList.items, item))) continue;
    const after = [...products, await owner.read(operation, parameters)];
    mismatch(list, `no data of a product of ${owner.caller.organization}, another organization than the key's`, {
      after,
    });
  }
}

/** Reads the owner's problem under the owner's product, and under a product of the reader's own. */
async function expectHiddenProblem(
  context: CaseContext,
  reader: Actor,
  owner: Actor,
  product: Listed,
  products: readonly Exchange[],
) {
  const [problem] = await problemsOf(owner, product);
  if (problem === undefined) return;
  const read = (productId: string) => readForeign(context, reader, "getProblem", { productId, problemId: problem.id });
  const after = [...products, await owner.read("listProblems", { productId: product.id })];
  const expectNotShown = (exchange: Exchange) => {
    if (shows(exchange, problem))
      mismatch(exchange, `a 4xx for a problem of ${owner.caller.organization}, another organization than the key's`, {
        after,
      });
  };
  expectNotShown(await read(product.id));
  const [ownProduct] = await itemsOf(reader, "listProducts");
  if (ownProduct === undefined) return;
  const isListed = (await problemsOf(reader, ownProduct)).some(({ id }) => id === problem.id);
  if (!isListed) expectNotShown(await read(ownProduct.id));
}
