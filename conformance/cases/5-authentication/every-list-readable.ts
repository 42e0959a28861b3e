/** §5.2: an API key grants access to all products, and so to everything below each of them. */
import { isUnrestrictedKey } from "../../client/caller.ts";
import { type Listed, listItems } from "../../model/body.ts";
import { isOrgRight } from "../../model/declared-organization.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, type OperationId, Skip } from "../case.ts";
import { expectSuccess, mismatch } from "../shared/expect.ts";
import { firstProducts, noProduct, productLists } from "../shared/lists.ts";
import { parametersOf } from "../shared/parameters-of.ts";
import { availableActors } from "../shared/permitted.ts";
import { expectProductShown } from "../shared/product-shown.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";
import { furtherKeys, keysInTurn } from "../shared/tenant-keys.ts";

/**
 * Reads what no other case has read, since faults may concern few rows. It is late, to leave others the first window.
 */
export const everyListReadable = defineCase({
  id: "scope.every-list",
  clause: "auth.all-products",
  claim:
    "An organization's keys can read every list of its products, of which three are tried, and the last problem of each",
  needs: { credential: "key" },
  lane: "late",
  async run(context) {
    const actor = context.as("key");
    const [first, ...others] = await firstProducts(actor);
    if (first === undefined) throw new Skip(noProduct(actor), ["listProducts"]);
    const products = await actor.read("listProducts");
    // In turn, so that each of two keys, which read alternately, reads lists of every product.
    const all = productLists.flatMap((operation, at) =>
      (at % 2 === 0 ? others : others.toReversed()).map((product) => ({ operation, product })),
    );
    skipUnlessRoomInWindow(context);
    const nextKey = keysInTurn(context, actor);
    const notFound: NotFound[] = [];
    for (const { operation, product } of all) {
      if (!(await actor.read(operation, { productId: first.id })).isSuccess) continue;
      const reader = nextKey();
      const list = await reader.read(operation, { productId: product.id });
      // Which roles may read a list is open (§5.7), but it must be the same for all products.
      const ofFirst = list.isSuccess ? list : await reader.read(operation, { productId: first.id });
      if (ofFirst.status === 404) notFound.push({ reader, list: ofFirst });
      if (!ofFirst.isSuccess) continue;
      expectSuccess(list, `for ${operation}, as for the product ${first.id}`, [products, ofFirst]);
      if (operation === "listProblems") await expectLastProblem(reader, product, list);
    }
    for (const { reader } of notFound) {
      await expectProductShown(reader, first, products);
      expectListShown(
        context,
        notFound.filter((other) => other.reader === reader),
        products,
      );
    }
    await expectProductsListed(context);
    await expectReadByFurther(context);
    await expectServedAgain(context);
  },
});

/** A list that was answered 404 to one of the organization's keys. */
interface NotFound {
  readonly reader: Actor;
  readonly list: Exchange;
}

/** A role may not list everything (§5.7), but a key that is shown no list at all, as if there were none, has no access to the product. */
function expectListShown(context: CaseContext, notFound: readonly NotFound[], products: Exchange): void {
  const [first, second] = notFound;
  if (first === undefined || second === undefined || first.list.operation === second.list.operation) return;
  const { label, organization } = first.reader.caller;
  const isShown = productLists.some((operation) =>
    context.exchangesOf(operation).some(({ exchange }) => exchange.isSuccess && exchange.credential === label),
  );
  if (isShown) return;
  mismatch(second.list, `a 2xx, as ${products.credential} of the same organization is answered`, {
    actual: `404 for each list that ${label} tried, as if it were not of ${organization}: ${isOrgRight}`,
    after: [products, first.list],
  });
}

/** Sends nothing unless a key was answered 403 when it listed its products: then it lists them again. */
async function expectProductsListed(context: CaseContext): Promise<void> {
  const lists = context.exchangesOf("listProducts").filter(({ actor: { caller } }) => isUnrestrictedKey(caller));
  const served = new Set(lists.flatMap(({ exchange }) => (exchange.isSuccess ? [exchange.credential] : [])));
  const forbidden = lists.find(({ exchange }) => exchange.status === 403 && !served.has(exchange.credential));
  if (forbidden === undefined) return;
  const again = await forbidden.actor.send("listProducts");
  if (again.status === 403) expectSuccess(again, "for listProducts with an API key", [forbidden.exchange]);
}

/** A key of the first further organization that has products, if there is any, reads a list of one of them; the run's seed chooses both. */
async function expectReadByFurther(context: CaseContext): Promise<void> {
  if (availableActors(context, ["other-organization"]).length === 0) return;
  const operation = productLists[context.seed % productLists.length] ?? "listFeatures";
  for (const reader of furtherKeys(context)) {
    const [first, ...others] = await firstProducts(reader);
    if (first === undefined) continue;
    const [product = first] = context.sample(others, 1);
    const list = await reader.read(operation, { productId: product.id });
    const ofFirst = list.isSuccess ? list : await reader.read(operation, { productId: first.id });
    if (ofFirst.isSuccess) expectSuccess(list, `for ${operation}, as for the product ${first.id}`, [ofFirst]);
    return;
  }
}

async function expectLastProblem(actor: Actor, product: Listed, list: Exchange): Promise<void> {
  const problem = listItems(list).at(-1);
  if (problem === undefined) return;
  const exchange = await actor.read("getProblem", { productId: product.id, problemId: problem.id });
  expectSuccess(exchange, "for a problem that is listed", [list]);
}

/**
 * Reads again what a key was denied in any step of the run, if it can read other items of the kind. The server may have
 * failed for a moment; or the item may have been deleted, and then it is not listed any more.
 */
async function expectServedAgain(context: CaseContext): Promise<void> {
  for (const operation of ["getProduct", "getProblem", ...productLists] as const) {
    const [rejected] = rejectedReads(context, operation);
    const parameters = rejected && parametersOf(rejected.exchange, context.contract);
    if (rejected === undefined || parameters === undefined) continue;
    const again = await rejected.actor.send(operation, { parameters });
    if (again.isSuccess) continue;
    const { productId, problemId } = parameters;
    const list =
      problemId === undefined || productId === undefined
        ? await rejected.actor.send("listProducts")
        : await rejected.actor.send("listProblems", { parameters: { productId } });
    if (!listItems(list).some(({ id }) => id === (problemId ?? productId))) continue;
    expectSuccess(again, `for ${operation} of what is listed`, [rejected.exchange, list, rejected.served]);
  }
}

/** The reads that were denied to a key and not served to it later, 4xx first; each with a success of the same key. */
function rejectedReads(context: CaseContext, operation: OperationId) {
  const reads = context
    .exchangesOf(operation)
    .filter(({ actor: { caller }, exchange }) => isUnrestrictedKey(caller) && exchange.intent === "valid");
  return reads
    .filter(({ exchange: { status } }) => status >= 400 && status !== 429)
    .flatMap(({ actor, exchange }) => {
      const all = reads.filter((read) => read.actor.caller === actor.caller && read.exchange.isSuccess);
      const [served] = all.map((read) => read.exchange);
      const isServedLater = all.some((read) => read.exchange.request.url === exchange.request.url);
      return served === undefined || isServedLater ? [] : [{ actor, exchange, served }];
    })
    .toSorted((a, b) => Math.floor(a.exchange.status / 100) - Math.floor(b.exchange.status / 100));
}
