/**
 * §5.2: proofs that a key was shown another organization's items. A legal target may number each organization's items
 * separately, so that both have the same identifiers; and it may answer 2xx to any identifier.
 */
import { concurrently } from "../../client/concurrently.ts";
import { proofOfWhole } from "../../laws/whole-list.ts";
import { bodyOf, type Listed, listItems, quoted } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { pathOf } from "../../model/path-of.ts";
import { includesItem, isSameItem } from "../../model/same-item.ts";
import type { Actor, CaseContext, Exchange, OperationId } from "../case.ts";
import { mismatch, unlessSkipped } from "./expect.ts";
import { itemsOf, nonEmptyListIfAny } from "./lists.ts";
import { bothKeys } from "./tenant-keys.ts";

/** A success with the requested identifier. */
export const carriesId = (exchange: Exchange, field: "id" | "feedbackId", id: string): boolean =>
  exchange.isSuccess && bodyOf(exchange)[field] === id;

/** The response shows the owner's item, not an item of the reader with the same identifier. */
export const showsItem = (exchange: Exchange, item: Listed): boolean =>
  carriesId(exchange, "id", item.id) && isSameItem({ id: item.id, fields: bodyOf(exchange) }, item);

/** The response shows the item as its owner reads it by itself, which may differ from the owner's list. */
const showsSameAs = (exchange: Exchange, own: Exchange, { id }: Listed): boolean =>
  own.isSuccess && showsItem(exchange, { id, fields: bodyOf(own) });

/** An error that contains the name of the owner's item, which the request did not contain. */
function isNamedIn(exchange: Exchange, { fields: { name } }: Listed): boolean {
  if (exchange.status < 400 || typeof name !== "string" || name.length < minNameLength) return false;
  const isAskedFor = decodeURIComponent(pathOf(exchange)).includes(name);
  return !isAskedFor && JSON.stringify(exchange.json() ?? "").includes(JSON.stringify(name).slice(1, -1));
}

/** In characters. Any sentence may contain a shorter name by chance. */
const minNameLength = 5;

/** Reads that tell whether a response shows the owner's item. */
interface Comparison {
  /** The reader asks for an identifier that was never issued. */
  askUnknown(): Promise<Exchange>;
  /** The owner reads the item by itself. */
  askOwner(): Promise<Exchange>;
}

/**
 * The exchanges that prove, together with `exchange`, that it shows the owner's item or names it in an error; undefined
 * if they do not. The item's fields are proof enough. If the owner is shown other fields, the identifier is proof only
 * if two organizations do not share it by chance, the reader's whole list lacks it, and an unknown identifier is not
 * served.
 */
export async function proofOfShown(
  context: CaseContext,
  exchange: Exchange,
  item: Listed,
  readersList: Exchange,
  { askUnknown, askOwner }: Comparison,
): Promise<readonly Exchange[] | undefined> {
  if (showsItem(exchange, item)) return [];
  if (isNamedIn(exchange, item)) {
    // "Product not found" contains the name of a product that is called Product.
    const unknown = await askUnknown();
    return isNamedIn(unknown, item) ? undefined : [unknown];
  }
  if (!carriesId(exchange, "id", item.id)) return undefined;
  const own = await askOwner();
  if (showsSameAs(exchange, own, item)) return [own];
  const isReaders = !readersList.isSuccess || listItems(readersList).some(({ id }) => id === item.id);
  if (isReaders || isCommonId(item.id)) return undefined;
  const lists = context.exchangesOf(readersList.operation ?? "listProducts").map((read) => read.exchange);
  const whole = proofOfWhole(readersList, lists);
  if (whole === undefined) return undefined;
  const unknown = await askUnknown();
  return unknown.isSuccess ? undefined : [whole, readersList, unknown];
}

/** Products in the owner's list whose identifiers are not in the reader's list. */
export async function foreignProducts(reader: Actor, owner: Actor): Promise<readonly Listed[]> {
  const known = await itemsOf(reader, "listProducts");
  const products = await itemsOf(owner, "listProducts");
  return products.filter(({ id }) => !known.some((product) => product.id === id));
}

/** What to do if a target accepts unknown identifiers, too. */
export const maybeLater = "check on the server whether it is rejected later, which no endpoint shows";

/** Why the submission for another organization's product is not judged. */
export const unknownAccepted = `a submission for an unknown product was accepted, too: ${maybeLater}`;

/** The reason of a skip if there is no such product. */
export const noForeignProduct =
  "needs a product with an identifier that GET /v1/products shows to one organization only: create one more in one organization, and none in the other; if both then list it, the list ignores the organization";

/** The proof that a product belongs to one organization and not to the other: both lists of products. */
export const productListsOf = (first: Actor, second: Actor): Promise<readonly Exchange[]> =>
  Promise.all([first.read("listProducts"), second.read("listProducts")]);

/** Reads the owner's product. `isReaders`: the reader is shown another product with this identifier, its own. */
export async function readForeignProduct(reader: Actor, owner: Actor, product: Listed) {
  const parameters = { productId: product.id };
  const read = await reader.send("getProduct", { parameters, intent: "foreign-id" });
  const isOther = carriesId(read, "id", product.id) && !showsItem(read, product);
  return { read, isReaders: isOther && !showsSameAs(read, await owner.read("getProduct", parameters), product) };
}

/** The reason of a skip if two organizations list the same item, with an identifier that each may use for its own. */
export const mayBeCopies = ({ list, id }: SharedItem) =>
  `GET ${pathOf(list)} shows both organizations ${quoted(id)}: copies of one sample, or one item that is shown to both. Rename what both list in one organization: if the other then lists the new names, too, the list ignores the organization`;

/** An item of one organization's list that another organization's has, too. */
export interface SharedItem {
  readonly list: Exchange;
  readonly id: string;
}

/** The same list of two organizations, each with items. */
export interface ListPair {
  readonly ours: Exchange;
  readonly theirs: Exchange;
}

/** For each operation, the first list with items of each organization. */
export async function listPairs(
  context: CaseContext,
  operations: readonly OperationId[],
): Promise<readonly ListPair[]> {
  const [key, otherKey] = bothKeys(context);
  const pairs = await concurrently(
    operations.map((operation) => async () => {
      const ours = await unlessSkipped(() => nonEmptyListIfAny(key, operation));
      const theirs = await unlessSkipped(() => nonEmptyListIfAny(otherKey, operation));
      if (!ours?.items.length || !theirs?.items.length) return [];
      return [{ ours: ours.exchange, theirs: theirs.exchange }];
    }),
  );
  return pairs.flat();
}

/**
 * Throws `Mismatch` for an item in both lists whose identifier two organizations do not share by chance. Returns one that they may
 * share by chance, as copies of one sample do; undefined if there is none.
 */
export function expectDisjoint(
  pairs: readonly ListPair[],
  isJudged: (item: Listed) => boolean = () => true,
): SharedItem | undefined {
  let common: SharedItem | undefined;
  for (const { ours, theirs } of pairs) {
    const listed = listItems(ours);
    const all = listItems(theirs).filter((item) => isJudged(item) && includesItem(listed, item));
    const shared = all.find(({ id }) => !isCommonId(id));
    const [item] = all;
    common ??= item && { list: theirs, id: item.id };
    if (shared === undefined) continue;
    const actual = `${JSON.stringify(shared.id)}, which is also in the list of ${ours.credential}`;
    mismatch(theirs, `no item that a key of another organization, ${ours.credential}, is shown`, {
      actual,
      after: [ours],
    });
  }
  return common;
}
