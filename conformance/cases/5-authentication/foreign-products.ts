/** §5.2: a key is scoped to one organization, so it cannot read anything of another's products. */
import { type Listed, listedAs, listItems } from "../../model/body.ts";
import { includesItem } from "../../model/same-item.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, type OperationId, Skip } from "../case.ts";
import { readForeign } from "../shared/conditions.ts";
import { expectEach, mismatch, whereAvailable } from "../shared/expect.ts";
import { itemsOf, itemsOrNone, nonEmptyListIfAny, productLists } from "../shared/lists.ts";
import { namedInHeaders, namedInQuery } from "../shared/named-organization.ts";
import { productWithList } from "../shared/product-with-list.ts";
import { carriesId, foreignProducts, noForeignProduct, productListsOf, proofOfShown } from "../shared/tenancy.ts";
import { bothKeys, bothWays, furtherKeys, isFirstKey, keysInTurn, ownersInTurn } from "../shared/tenant-keys.ts";

/**
 * The run's seed chooses what is tried in which direction: identifier or slug, the organization in the query or in headers, the owner and the
 * list. `fpk mutants` always uses seed 1, so a mutant must be found with it.
 */
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
      const nextReader = keysInTurn(context, reader);
      const look = { context, reader, nextReader, owner, product };
      // Not with the first organization's key: the run spares that organization's limit.
      if (!isFirstKey(context, reader)) await expectOwnWithQuery(look);
      const [other] = context.sample(others, 1);
      if (other !== undefined) await expectNoOtherProduct({ ...look, product: other });
      else if (nameOf(product, reader, context) !== product.id)
        await expectNoProduct(look, nameOf(product, reader, context));
      return expectHidden(look);
    });
    await expectHiddenFromOthers(context);
    if (!isJudged.includes(true)) throw new Skip(noForeignProduct, ["listProducts"]);
  },
});

/** Reads one more product: of the same owner by its slug, or by its identifier one of a further organization, if there is any. */
async function expectNoOtherProduct(look: Look): Promise<void> {
  const { context, reader, product } = look;
  const name = nameOf(product, reader, context);
  const [further] = name === product.id ? context.sample(furtherKeys(context), 1) : [];
  const [ofFurther] = further === undefined ? [] : await foreignProducts(reader, further);
  if (further === undefined || ofFurther === undefined) await expectNoProduct(look, name);
  else await expectNoProduct({ ...look, owner: further, product: ofFurther });
}

/** The product's identifier in one direction; in the other direction its slug, which a server may accept instead. */
function nameOf({ id, fields: { slug } }: Listed, reader: Actor, context: CaseContext): string {
  const isWithSlug = (context.seed % 2 === 1) === isFirstKey(context, reader);
  return isWithSlug && typeof slug === "string" && slug !== "" ? slug : id;
}

/** Reads the owners' problems first, so that later the requests of each organization are sent one after the other. */
async function readOwnProblems(context: CaseContext): Promise<void> {
  const [key, otherKey] = bothKeys(context);
  for (const [owner, reader] of [[key, otherKey] as const, [otherKey, key] as const]) {
    const [product] = await foreignProducts(reader, owner);
    if (product !== undefined) await problemsOf(owner, product);
  }
}

const problemsOf = (owner: Actor, { id }: Listed) => itemsOrNone(owner, "listProblems", { productId: id });

/** A reader, and a product of another organization. */
interface Look {
  readonly context: CaseContext;
  readonly reader: Actor;
  /** The key of the reader's organization that sends the next request. */
  readonly nextReader: () => Actor;
  readonly owner: Actor;
  readonly product: Listed;
}

/** Reads the owner's product by its identifier or another name. False if the reader has one with this identifier. */
async function expectNoProduct(look: Look, name = look.product.id): Promise<boolean> {
  const { context, reader, nextReader, owner, product } = look;
  // Not for every second seed, since a target may reject any query.
  const more = name === product.id && context.seed % 2 === 1 ? inQuery(look, "getProduct") : {};
  const from = nextReader();
  const read = await readForeign(context, from, "getProduct", { productId: name }, more);
  const productId = context.unissuedId(product.id);
  const proof = await proofOfShown(context, read, product, await reader.read("listProducts"), {
    askUnknown: () => reader.send("getProduct", { parameters: { productId }, intent: "unknown-id" }),
    askOwner: () => owner.read("getProduct", { productId: product.id }),
  });
  const expected = `no data of a product of ${owner.caller.organization}, another organization than the key's`;
  if (proof !== undefined) {
    // The organization in the query is to blame only if the product is not shown without it.
    const plain = "undeclared" in more ? await readForeign(context, from, "getProduct", { productId: name }) : read;
    const shown = carriesId(plain, "id", product.id) ? plain : read;
    mismatch(shown, expected, { after: [...(await productListsOf(owner, reader)), ...proof] });
  }
  return !carriesId(read, "id", product.id);
}

const inQuery = ({ context, owner }: Look, operation: OperationId) =>
  namedInQuery(context, operation, owner.caller.organization);

/** The reader's list of products shows none of the owner's, whatever the query names. */
async function expectOwnWithQuery(look: Look): Promise<void> {
  const { reader, owner } = look;
  const list = await reader.send("listProducts", { ...inQuery(look, "listProducts"), intent: "foreign-id" });
  const foreign = await foreignProducts(reader, owner);
  // Both organizations may have a copy of one sample, identified by its slug; the reader's may be on a later page.
  const isForeign = (item: Listed) => includesItem(foreign, item) && item.id !== item.fields.slug;
  if (!listedAs(list, "listProducts").some(isForeign)) return;
  const expected = `no product of ${owner.caller.organization}, another organization than the key's`;
  mismatch(list, expected, { after: await productListsOf(owner, reader) });
}

/** Reads the owner's product, and lists below it or below others' products. False if the reader has a product with this identifier, too. */
async function expectHidden(look: Look): Promise<boolean> {
  // If the reader has another product with this identifier, its lists are the reader's own.
  let isOwn = false;
  const nextOwner = ownersInTurn(look.context, look.reader, look.owner);
  const expectListHidden = async (operation: OperationId, at: number) => {
    const owner = nextOwner();
    const [product] = owner === look.owner ? [] : await foreignProducts(look.reader, owner);
    await expectHiddenList(product === undefined ? look : { ...look, owner, product }, operation, at);
  };
  const expectBelow = [
    ...productLists.map((operation, at) => () => expectListHidden(operation, at)),
    async () => expectHiddenProblem(look, await productListsOf(look.owner, look.reader)),
  ];
  await expectEach([
    async () => {
      isOwn = !(await expectNoProduct(look));
    },
    ...expectBelow.map((expectation) => async () => (isOwn ? undefined : expectation())),
  ]);
  return !isOwn;
}

/**
 * The key of each further organization reads one list below a product of the first or of the second organization. The
 * run's seed chooses the owner and the list.
 */
async function expectHiddenFromOthers(context: CaseContext): Promise<void> {
  const [key, otherKey] = bothKeys(context);
  for (const [at, reader] of furtherKeys(context).entries()) {
    const owner = (context.seed + at) % 2 === 0 ? key : otherKey;
    const [product] = await foreignProducts(reader, owner);
    const operation = productLists[(context.seed + at) % productLists.length];
    if (product === undefined || operation === undefined) continue;
    await expectHiddenList({ context, reader, nextReader: () => reader, owner, product }, operation, at);
  }
}

/** Reads a list below one of the owner's products, which the run's seed and `at` choose. */
async function expectHiddenList(look: Look, operation: OperationId, at: number): Promise<void> {
  const { context, reader, nextReader, owner, product } = look;
  const foreign = await foreignProducts(reader, owner);
  const shown = productWithList(context, owner, foreign, operation, at);
  const parameters = { productId: (shown?.product ?? product).id };
  // The other direction names the organization with other lists, since a target may reject any query.
  const turn =
    at + productLists.length - ((context.seed + (isFirstKey(context, reader) ? 0 : 2)) % productLists.length);
  const named = [namedInHeaders(owner.caller.organization), inQuery(look, operation)];
  const more = named[turn % productLists.length] ?? {};
  const from = nextReader();
  const list = await readForeign(context, from, operation, parameters, more);
  const identifiedResources = listedAs(list, operation);
  if (identifiedResources.length === 0) return;
  // Contexts and actors may be the service's, below any product (§2.5, §2.6). A reader without products cannot show
  // that.
  const mayBeTheService = operation === "listContexts" || operation === "listActors";
  if (mayBeTheService && (await itemsOrNone(reader, "listProducts")).length === 0) return;
  const theirs = await itemsOrNone(owner, operation, parameters);
  // Items that the reader's own products list, too, may belong to the service and be for everybody.
  const readersItems = (await whereAvailable(() => nonEmptyListIfAny(reader, operation)))?.items ?? [];
  const isShownIn = (exchange: Exchange) =>
    listedAs(exchange, operation).some((item) => includesItem(theirs, item) && !includesItem(readersItems, item));
  if (!isShownIn(list)) return;
  const products = await productListsOf(owner, reader);
  const after = [...products, shown?.list ?? [], await owner.read(operation, parameters)].flat();
  // What the request names is to blame only if the plain one shows nothing.
  const isPlain = Object.keys(more).length === 0;
  const plain = isPlain ? list : await readForeign(context, from, operation, parameters);
  mismatch(
    isShownIn(plain) ? plain : list,
    `no data of a product of ${owner.caller.organization}, another organization than the key's`,
    {
      after,
    },
  );
}

/** In an order that the run's seed chooses, the first of each status before others: a fault may concern one status. */
function chosenProblems(context: CaseContext, all: readonly Listed[]): readonly Listed[] {
  const shuffled = context.sample(all, all.length);
  const statuses = shuffled.map(({ fields }) => fields.status);
  const ofEachStatus = shuffled.filter((_, at) => statuses.indexOf(statuses[at]) === at);
  return [...ofEachStatus, ...shuffled.filter((problem) => !ofEachStatus.includes(problem))];
}

/** Reads an owner's problem below the owner's product; and another one, if there is one, below one of the reader's. */
async function expectHiddenProblem(
  { context, reader, nextReader, owner, product }: Look,
  products: readonly Exchange[],
): Promise<void> {
  const [problem, other = problem] = chosenProblems(context, await problemsOf(owner, product));
  if (problem === undefined || other === undefined) return;
  const after = [...products, await owner.read("listProblems", { productId: product.id })];
  const [ownProduct] = await itemsOf(reader, "listProducts");
  // The reader's empty list of products shows that it has no problems either.
  const ownList = await (ownProduct === undefined
    ? reader.read("listProducts")
    : reader.read("listProblems", { productId: ownProduct.id }));
  const expectNotShown = async (productId: string, problem: Listed) => {
    const read = await readForeign(context, nextReader(), "getProblem", { productId, problemId: problem.id });
    const unknown = { productId, problemId: context.unissuedId(problem.id) };
    const proof = await proofOfShown(context, read, problem, ownList, {
      askUnknown: () => reader.send("getProblem", { parameters: unknown, intent: "unknown-id" }),
      askOwner: () => owner.read("getProblem", { productId: product.id, problemId: problem.id }),
    });
    if (proof === undefined) return;
    const expected = `a 4xx for a problem of ${owner.caller.organization}, another organization than the key's`;
    mismatch(read, expected, { after: [...after, ...proof] });
  };
  await expectNotShown(product.id, problem);
  if (ownProduct !== undefined && !listItems(ownList).some(({ id }) => id === other.id))
    await expectNotShown(ownProduct.id, other);
}
