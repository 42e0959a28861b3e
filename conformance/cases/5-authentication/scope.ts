/** §5.2: an API key is scoped to one organization, and grants access to all of that organization's products. */

import { isObject, type Listed, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { sideBySide } from "../given/concurrently.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { actorsOf } from "../given/permitted.ts";

/** Two keys of two organizations; only keys are tied to one (§5.2). */
export function bothKeys(context: CaseContext): readonly [Actor, Actor] {
  const [own, other] = [context.as("key"), context.as("other-organization")];
  if (own.caller.kind !== "api-key") throw new Skip("an API key");
  return [own, other];
}

/** The lists of what belongs to a product. */
export const productLists = ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"] as const;

/**
 * One thing, seen twice. That two organizations do not use one identifier is not said: what is told of both must also be
 * one name, one slug and one time, and one of name and time is told.
 */
export function isSameItem(one: Listed, other: Listed): boolean {
  const isTold = (name: string) => one.fields[name] !== undefined && other.fields[name] !== undefined;
  const isEqual = (name: string) =>
    one.fields[name] === other.fields[name] ||
    (name === "createdAt" && Date.parse(String(one.fields[name])) === Date.parse(String(other.fields[name])));
  const told = ["slug", "name", "createdAt"].filter(isTold);
  return one.id === other.id && told.some((name) => name !== "slug") && told.every(isEqual);
}

/** A word, or a short number, or both: two organizations may come to it each by itself. */
export const mayBeGivenTwice = (id: string) => /^\D*\d{0,9}$/.test(id);

/** Who reads, and whose it is: both ways at the same time, since each reader has a budget of its own. */
export function bothWays<T>(
  context: CaseContext,
  look: (reader: Actor, owner: Actor) => Promise<T>,
): Promise<readonly T[]> {
  const [own, other] = bothKeys(context);
  return sideBySide([() => look(own, other), () => look(other, own)]);
}

/** A success that carries something under the identifier that was asked for. */
export function carries(exchange: Exchange, identifier: "id" | "feedbackId", id: string): boolean {
  const body = exchange.json();
  return exchange.isSuccess && isObject(body) && body[identifier] === id;
}

/** What the answer shows is the owner's: the same identifier may stand on a page of the reader's own that was not read. */
export function shows(exchange: Exchange, item: Listed): boolean {
  const body = exchange.json();
  return carries(exchange, "id", item.id) && isObject(body) && isSameItem({ id: item.id, fields: body }, item);
}

/** Products that the owner lists, under identifiers that the reader's own list does not show. */
export async function foreignTo(context: CaseContext, reader: Actor, owner: Actor): Promise<readonly Listed[]> {
  const own = await context.list(reader, "listProducts");
  const products = await context.list(owner, "listProducts");
  return products.filter(({ id }) => !own.some((one) => one.id === id));
}

/** By which a product is one owner's and not another's: the lists of products that both have read. */
export const listsOf = (one: Actor, other: Actor): Promise<readonly Exchange[]> =>
  Promise.all([one.read("listProducts"), other.read("listProducts")]);

export const readForeign = (reader: Actor, { id }: Listed) =>
  reader.send("getProduct", { parameters: { productId: id }, intent: "foreign-id" });

/** Of all products two keys of one organization show as many: a first page is as long for one as for the other. */
async function listsAsMany(context: CaseContext, actor: Actor): Promise<void> {
  const [second] = actorsOf(context, ["second-key"]);
  if (second === undefined) return;
  const lists = [await actor.read("listProducts"), await second.read("listProducts")];
  if (lists.some(({ isSuccess }) => !isSuccess)) return;
  const countOf = (list: Exchange) => new Set(listedOf(list).map(({ id }) => id)).size;
  const [most, fewest] = lists.toSorted((one, other) => countOf(other) - countOf(one));
  if (most === undefined || fewest === undefined || countOf(most) === countOf(fewest)) return;
  const actual = `${countOf(fewest)} with ${fewest.credential}`;
  mismatch(fewest, `all products: ${countOf(most)}, as with ${most.credential}`, { actual, after: [most] });
}

export const listedProducts = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim: "A key reads each product that it lists, and what it holds as the first's; a second key lists as many",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const products = await context.list(actor, "listProducts");
    await listsAsMany(context, actor);
    if (products.length === 0) throw new Skip("a product in the organization of the key");
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    const list = await actor.read("listProducts");
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed", [list]);
    const [first, ...others] = products;
    if (first === undefined) return;
    // One list of each other product. Which roles may call a list is open (§5.7): only where the first product's is shown.
    for (const [at, { id }] of sample.filter((one) => others.includes(one)).entries()) {
      const operation = productLists[at % productLists.length] ?? "listFeatures";
      const ofFirst = await actor.read(operation, { productId: first.id });
      if (!ofFirst.isSuccess) continue;
      const exchange = await actor.read(operation, { productId: id });
      expectSuccess(exchange, `for ${operation}, as for the product ${first.id}`, [list, ofFirst]);
    }
  },
});
