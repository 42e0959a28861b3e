/**
 * §5.2: what proves that a key was shown another organization's items. A legal target may number each organization's items
 * separately, so that two organizations use the same identifiers, and may answer 2xx to any identifier.
 */

import { concurrently } from "../../client/concurrently.ts";
import { proofOfWhole } from "../../laws/whole-list.ts";
import { bodyOf, type Listed, listedOf, quoted } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { pathOf } from "../../model/path-of.ts";
import { isSameItem } from "../../model/same-item.ts";
import { type Actor, type CaseContext, type Exchange, type OperationId, Skip } from "../case.ts";
import { mismatch, unlessSkipped } from "./expect.ts";
import { itemsOf, nonEmptyList } from "./lists.ts";
import { bothKeys } from "./tenant-keys.ts";

export const includesItem = (items: readonly Listed[], item: Listed) => items.some((other) => isSameItem(other, item));

/** A success that carries the identifier that was asked for. */
export const carriesId = (exchange: Exchange, field: "id" | "feedbackId", id: string): boolean =>
  exchange.isSuccess && bodyOf(exchange)[field] === id;

/** The response shows the owner's item, not one of the reader's own under the same identifier. */
export const showsItem = (exchange: Exchange, item: Listed): boolean =>
  carriesId(exchange, "id", item.id) && isSameItem({ id: item.id, fields: bodyOf(exchange) }, item);

/** An error that says more of the owner's item than the request did: its name. */
function isNamedIn(exchange: Exchange, { fields: { name } }: Listed): boolean {
  if (exchange.status < 400 || typeof name !== "string" || name.length < minNameLength) return false;
  const isAskedFor = decodeURIComponent(pathOf(exchange)).includes(name);
  return !isAskedFor && JSON.stringify(exchange.json() ?? "").includes(JSON.stringify(name).slice(1, -1));
}

/** In characters: shorter ones may be in any sentence. */
const minNameLength = 5;

/**
 * The exchanges that prove, together with `exchange`, that it shows the owner's item, or names it in an error; undefined if they do not.
 * The item's fields prove it alone. If they differ from what the owner is shown, the identifier proves it, provided that two
 * organizations do not use it by chance, that the reader's list is whole and lacks it, and that an unknown identifier (`askUnknown`) is
 * not served.
 */
export async function proofOfShown(
  context: CaseContext,
  exchange: Exchange,
  item: Listed,
  readersList: Exchange,
  askUnknown: () => Promise<Exchange>,
): Promise<readonly Exchange[] | undefined> {
  if (showsItem(exchange, item)) return [];
  if (isNamedIn(exchange, item)) {
    // "Product not found" names a product whose name is Product.
    const unknown = await askUnknown();
    return isNamedIn(unknown, item) ? undefined : [unknown];
  }
  const isReaders = !readersList.isSuccess || listedOf(readersList).some(({ id }) => id === item.id);
  if (!carriesId(exchange, "id", item.id) || isReaders || isCommonId(item.id)) return undefined;
  const lists = context.exchangesOf(readersList.operation ?? "listProducts").map((read) => read.exchange);
  const whole = proofOfWhole(readersList, lists);
  if (whole === undefined) return undefined;
  const unknown = await askUnknown();
  return unknown.isSuccess ? undefined : [whole, readersList, unknown];
}

/** Products that the owner lists, under identifiers that the reader's list does not have. */
export async function foreignProducts(reader: Actor, owner: Actor): Promise<readonly Listed[]> {
  const known = await itemsOf(reader, "listProducts");
  const products = await itemsOf(owner, "listProducts");
  return products.filter(({ id }) => !known.some((product) => product.id === id));
}

/** Why nothing is judged of another organization's products. */
export const noForeignProduct =
  "needs a product whose identifier the other organization does not use for one of its own: create one in each";

/** What proves that a product is one organization's and not the other's: both lists of products. */
export const productListsOf = (first: Actor, second: Actor): Promise<readonly Exchange[]> =>
  Promise.all([first.read("listProducts"), second.read("listProducts")]);

export const readForeignProduct = (reader: Actor, { id }: Listed) =>
  reader.send("getProduct", { parameters: { productId: id }, intent: "foreign-id" });

/** The same list of each of two organizations, both with items. */
export interface ListPair {
  readonly ours: Exchange;
  readonly theirs: Exchange;
}

/** Lists of the first products of both organizations that are not empty. */
export async function listPairs(
  context: CaseContext,
  operations: readonly OperationId[],
): Promise<readonly ListPair[]> {
  const [key, otherKey] = bothKeys(context);
  const pairs = await concurrently(
    operations.map((operation) => async () => {
      const ours = await unlessSkipped(() => nonEmptyList(key, operation));
      const theirs = await unlessSkipped(() => nonEmptyList(otherKey, operation));
      if (!ours?.items.length || !theirs?.items.length) return [];
      return [{ ours: ours.exchange, theirs: theirs.exchange }];
    }),
  );
  return pairs.flat();
}

/**
 * Throws `Mismatch` for an item that both lists show, under an identifier that two organizations do not use by chance, and `Skip` for
 * one that they may use by chance, as copies of one sample do.
 */
export function expectDisjoint(pairs: readonly ListPair[], isJudged: (item: Listed) => boolean = () => true): void {
  let common: string | undefined;
  for (const { ours, theirs } of pairs) {
    const listed = listedOf(ours);
    const all = listedOf(theirs).filter((item) => isJudged(item) && includesItem(listed, item));
    const shared = all.find(({ id }) => !isCommonId(id));
    common ??= all[0]?.id;
    if (shared === undefined) continue;
    const actual = `${JSON.stringify(shared.id)}, which is also in the list of ${ours.credential}`;
    mismatch(theirs, `no item that a key of another organization, ${ours.credential}, is shown`, {
      actual,
      after: [ours],
    });
  }
  if (common !== undefined)
    throw new Skip(
      `both organizations list ${quoted(common)}, but may use so short an identifier each for its own: look whether they are meant to be the same`,
    );
}
