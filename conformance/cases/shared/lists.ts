/** Reads the lists of the target. */
import { bodyIsJson } from "../../laws/json-bodies.ts";
import { listsBare, listsWrapped } from "../../laws/lists.ts";
import { isShorter } from "../../laws/whole-list.ts";
import { isBareList, type Listed, listItems, rawListItemsIfAny } from "../../model/body.ts";
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type CaseContext, type Exchange, type OperationId, type Parameters, Skip } from "../case.ts";
import { whereAvailable } from "./expect.ts";

/** The lists below a product. */
export const productLists = ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"] as const;

/** The reason of a skip if a list is rejected. */
export const rejectedList = (operation: OperationId, exchange: Exchange) =>
  `${pathOf(exchange)} was answered ${answerOf(exchange)}: see answers.${operation}`;

/** The reason of a skip if an organization has no product. */
export const noProduct = ({ caller }: Actor) => `needs a product in the organization of ${caller.label}: create one`;

/** The items of a list. Throws `Skip` if the list is rejected, or is no list. */
export async function itemsOf(actor: Actor, operation: OperationId, parameters?: Parameters) {
  const exchange = await actor.read(operation, parameters);
  if (!exchange.isSuccess) throw new Skip(rejectedList(operation, exchange));
  if (rawListItemsIfAny(exchange) === undefined) {
    const shape = isBareList(operation) ? listsBare : listsWrapped;
    const { id } = exchange.isJson() ? shape : bodyIsJson;
    throw new Skip(`${pathOf(exchange)} shows no list: see ${id}`, [operation]);
  }
  return listItems(exchange);
}

/** The items of a list; none if it is rejected or not answered. */
export const itemsOrNone = async (actor: Actor, operation: OperationId, parameters?: Parameters) =>
  (await whereAvailable(() => itemsOf(actor, operation, parameters))) ?? [];

/** A product of the actor's organization. Throws `Skip` if there is none. */
export async function firstProduct(actor: Actor): Promise<Listed> {
  const [first] = await itemsOf(actor, "listProducts");
  if (first === undefined) throw new Skip(noProduct(actor), ["listProducts"]);
  return first;
}

export interface ProductList {
  readonly product: Listed;
  readonly items: readonly Listed[];
  readonly exchange: Exchange;
}

/** A case reads the lists of at most this many products. */
const maxProducts = 3;

/** The first products of the actor's organization. */
export const firstProducts = async (actor: Actor, count = maxProducts) =>
  (await itemsOf(actor, "listProducts")).slice(0, count);

/** A list of at most three products: the first that is not empty, else that of the first product. */
export async function nonEmptyListIfAny(actor: Actor, operation: OperationId): Promise<ProductList> {
  const first = await firstProduct(actor);
  const products = await firstProducts(actor);
  for (const product of products) {
    const exchange = await actor.read(operation, { productId: product.id });
    const items = listItems(exchange);
    if (items.length > 0 || !exchange.isSuccess) return { product, items, exchange };
  }
  return { product: first, items: [], exchange: await actor.read(operation, { productId: first.id }) };
}

/** The run has read a longer list of one of these operations, so this list is not a page (`laws/whole-list.ts`). */
export const hasReadLongerList = (context: CaseContext, operations: readonly OperationId[], list: Exchange): boolean =>
  operations.flatMap((operation) => context.exchangesOf(operation)).some(({ exchange }) => isShorter(list, exchange));

/** Whether a product's list is whole. If the run has read no longer list, reads the product's other lists. */
export async function isWholeList(
  context: CaseContext,
  actor: Actor,
  { product, exchange }: ProductList,
): Promise<boolean> {
  if (hasReadLongerList(context, productLists, exchange)) return true;
  for (const operation of productLists)
    if (isShorter(exchange, await actor.read(operation, { productId: product.id }))) return true;
  return false;
}

/** The list that `nonEmptyListIfAny` finds, and the same list of another product, if there is one. */
async function listsOfTwoProducts(actor: Actor, operation: OperationId): Promise<readonly Exchange[]> {
  const { product, exchange } = await nonEmptyListIfAny(actor, operation);
  const other = (await itemsOf(actor, "listProducts")).find(({ id }) => id !== product.id);
  if (other === undefined || !exchange.isSuccess) return [exchange];
  return [exchange, await actor.read(operation, { productId: other.id })];
}

/**
 * The lists of two products; and of up to three more, if their features refer to items that these lists lack: the
 * document does not say that a feature's parent or release is of the same product.
 */
export async function listsWithReferences(
  actor: Actor,
  operation: "listFeatures" | "listReleases",
): Promise<readonly Exchange[]> {
  const lists = await listsOfTwoProducts(actor, operation);
  const features = await listsOfTwoProducts(actor, "listFeatures");
  const field = operation === "listFeatures" ? "parentId" : "releaseId";
  const shown = lists.flatMap(listItems).map(({ id }) => id);
  const references = features.flatMap(listItems).map(({ fields }) => fields[field]);
  if (references.every((id) => typeof id !== "string" || shown.includes(id))) return lists;
  const products = await firstProducts(actor, 5);
  return Promise.all(products.map(({ id }) => actor.read(operation, { productId: id })));
}
