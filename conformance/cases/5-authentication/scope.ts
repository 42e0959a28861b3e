/** §5.2: an API key is scoped to one organization, and grants access to all of that organization's products. */
import { type Actor, type CaseContext, defineCase, type Listed } from "../../case.ts";
import { Skip } from "../../check.ts";
import { listedOf } from "../../context.ts";
import type { Exchange } from "../../exchange.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
import { isObject } from "../../laws/body-view.ts";
import { sideBySide } from "../../side-by-side.ts";

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

export const readForeign = (reader: Actor, { id }: Listed) =>
  reader.send("getProduct", { parameters: { productId: id }, intent: "foreign-id" });

/** Organizations that number their own may both have been filled from one sample, and then have the same first items. */
const looksNumbered = ({ id }: Listed) => /^\d{1,9}$/.test(id);

const hasMoreThan = (items: readonly Listed[], others: readonly Listed[]) =>
  items.some((item) => !others.some((one) => isSameItem(one, item)));

export const ownLists = defineCase({
  id: "scope.own-lists",
  clause: "auth.scope",
  claim: "What one organization's key lists, another's does not",
  needs: { credential: "other-organization" },
  requests: 1,
  async run(context) {
    const [own, other] = bothKeys(context);
    const ours = await context.list(own, "listProducts");
    const theirs = await context.list(other, "listProducts");
    const shared = theirs.find((product) => ours.some((one) => isSameItem(one, product)));
    const isSample =
      shared !== undefined && looksNumbered(shared) && !(hasMoreThan(ours, theirs) && hasMoreThan(theirs, ours));
    if (shared !== undefined && !isSample) {
      mismatch(
        await other.read("listProducts"),
        "only products of its own organization",
        `the product ${shared.id} of both`,
      );
    }
    let isTold = !isSample && ours.length + theirs.length > 0;
    for (const [actor, foreign] of [
      [own, other.caller.organization],
      [other, own.caller.organization],
    ] as const) {
      const list = await actor.read("listOrganizations");
      isTold ||= list.isSuccess && foreign !== undefined;
      const isForeign = listedOf(list).some(({ id }) => id === foreign);
      if (isForeign) mismatch(list, "only the key's own organization", `${foreign}, which is another's`);
    }
    if (isSample) throw new Skip("products by which two organizations that number their own can be told apart");
    if (!isTold) throw new Skip("a product in one of two organizations, or a list of organizations that answers");
  },
});

export const listedProducts = defineCase({
  id: "scope.listed-products",
  clause: "auth.all-products",
  claim: "Each product that a key lists, it can read, and what the product holds as for the first",
  needs: { credential: "key" },
  requests: 1,
  async run(context) {
    const actor = context.as("key");
    const products = await context.list(actor, "listProducts");
    if (products.length === 0) throw new Skip("a product in the organization of the key");
    const sample = context.sample(products, 4);
    if (sample.length < products.length) context.note(`read ${sample.length} of ${products.length} listed products`);
    for (const { id } of sample)
      expectSuccess(await actor.read("getProduct", { productId: id }), "for a product that is listed");
    const [first, ...others] = products;
    if (first === undefined) return;
    // One list of each other product. Which roles may call a list is open (§5.7): only where the first product's is shown.
    for (const [at, { id }] of sample.filter((one) => others.includes(one)).entries()) {
      const operation = productLists[at % productLists.length] ?? "listFeatures";
      if (!(await actor.read(operation, { productId: first.id })).isSuccess) continue;
      expectSuccess(await actor.read(operation, { productId: id }), `for ${operation}, as for the product ${first.id}`);
    }
  },
});
