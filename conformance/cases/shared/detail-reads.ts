/** §4, endpoints 2, 5 and 15: items of lists that are read by themselves. */
import { type Listed, listItems } from "../../model/body.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { whereAvailable } from "./expect.ts";
import { firstProduct, itemsOf, nonEmptyListIfAny, type ProductList, rejectedList } from "./lists.ts";
import { ownIn } from "./organizations.ts";
import { spareKey } from "./permitted.ts";

/** An item of a list, and the response to a read of this item. */
export interface DetailRead {
  readonly list: Exchange;
  readonly listed: Listed;
  readonly exchange: Exchange;
}

/** Reads up to four products, to notice a lookup that ignores the id. `scope.listed-products` needs the same reads. */
export async function productDetails(context: CaseContext): Promise<readonly DetailRead[]> {
  const actor = context.as("key");
  await firstProduct(actor);
  const list = await actor.read("listProducts");
  const reads: DetailRead[] = [];
  for (const listed of context.sample(listItems(list), 4))
    reads.push({ list, listed, exchange: await actor.read("getProduct", { productId: listed.id }) });
  return reads;
}

/** Problems of at most four statuses (the first and the last if all have one), and one of another product. */
export async function problemDetails(context: CaseContext): Promise<readonly DetailRead[]> {
  const actor = context.as("key");
  const { product, items, exchange: list } = await nonEmptyListIfAny(actor, "listProblems");
  if (!list.isSuccess) throw new Skip(rejectedList("listProblems", list));
  if (items.length === 0)
    throw new Skip(`needs a problem in one of the first three products of ${actor.caller.label}: create one`, [
      "listProblems",
    ]);
  const isFirstOfStatus = ({ fields }: Listed, at: number) =>
    items.findIndex((other) => other.fields.status === fields.status) === at;
  const ofEachStatus = items.filter(isFirstOfStatus).slice(0, 4);
  const chosen = ofEachStatus.length > 1 ? ofEachStatus : new Set([...ofEachStatus, ...items.slice(-1)]);
  const reads: DetailRead[] = [];
  for (const listed of chosen) reads.push(await readProblem(actor, product, list, listed));
  return [...reads, ...(await problemOfAnotherProduct(context, actor, product))];
}

/**
 * A problem of the organization that the run uses least, of one of two products: the run's seed chooses both. When that
 * organization's limit is exceeded, its other listed problems are read.
 */
export async function spareProblemDetails(context: CaseContext): Promise<readonly DetailRead[]> {
  const actor = spareKey(context);
  const first = await nonEmptyListIfAny(actor, "listProblems");
  const other = await problemsOfAnotherProduct(actor, first.product);
  const lists = [first, ...(other === undefined ? [] : [other])].filter(({ items }) => items.length > 0);
  const reads: DetailRead[] = [];
  for (const { product, items, exchange } of context.sample(lists, 1))
    for (const listed of context.sample(items, 1)) reads.push(await readProblem(actor, product, exchange, listed));
  return reads;
}

async function readProblem(actor: Actor, product: Listed, list: Exchange, listed: Listed): Promise<DetailRead> {
  const parameters = { productId: product.id, problemId: listed.id };
  return { list, listed, exchange: await actor.read("getProblem", parameters) };
}

/** A target that looks into one product only does not find this problem, nor one that lists what it has deleted. */
async function problemOfAnotherProduct(
  context: CaseContext,
  actor: Actor,
  product: Listed,
): Promise<readonly DetailRead[]> {
  const other = await problemsOfAnotherProduct(actor, product);
  const [listed] = context.sample(other?.items ?? [], 1);
  if (other === undefined || listed === undefined) return [];
  return [await readProblem(actor, other.product, other.exchange, listed)];
}

/** Prefers the third product, whose problems `scope.listed-products` lists. Undefined if there is only one product. */
export async function problemsOfAnotherProduct(actor: Actor, { id }: Listed): Promise<ProductList | undefined> {
  const [first, second, third] = await itemsOf(actor, "listProducts");
  const product = [third, second, first].find((other) => other !== undefined && other.id !== id);
  if (product === undefined) return undefined;
  const exchange = await actor.read("listProblems", { productId: product.id });
  return { product, items: listItems(exchange), exchange };
}

/** The organization that `answers.getOrganization` reads, if the key may read it. */
export async function organizationDetails(context: CaseContext): Promise<readonly DetailRead[]> {
  const actor = context.as("key");
  const list = await whereAvailable(() => actor.read("listOrganizations"));
  const listed = list && ownIn(list, actor);
  if (list === undefined || listed === undefined) return [];
  return [{ list, listed, exchange: await actor.read("getOrganization", { orgId: listed.id }) }];
}
