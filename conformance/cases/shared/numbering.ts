/** Whether a target numbers its items (`ctx_1`, `ctx_2`) across all organizations, or for each separately. */
import { listItems } from "../../model/body.ts";
import type { Actor, OperationId } from "../case.ts";
import { firstProducts, itemsOf, productLists } from "./lists.ts";

/** The lists of at most this many products are read. */
const maxProducts = 4;

/** The identifiers of an organization's items, by the operation that lists them. */
type Identifiers = ReadonlyMap<OperationId, ReadonlySet<string>>;

async function identifiersOf(actor: Actor): Promise<Identifiers> {
  const products = await firstProducts(actor, maxProducts);
  const all = new Map<OperationId, Set<string>>([["listProducts", new Set(products.map(({ id }) => id))]]);
  for (const { id: productId } of products) {
    for (const operation of productLists) {
      const known = all.get(operation) ?? new Set();
      const items = listItems(await actor.read(operation, { productId }));
      all.set(operation, new Set([...known, ...items.map(({ id }) => id)]));
    }
  }
  return all;
}

/** At least this many kinds of items are compared: separate numbers of both organizations begin alike for each kind. */
const minKinds = 3;

/**
 * True if both organizations list items of `operation` and of other kinds, each identifier ends in a number, and no
 * identifier is in both: separate numbering would use some of them twice.
 */
export async function areNumberedTogether(owner: Actor, reader: Actor, operation: OperationId): Promise<boolean> {
  // An identifier may be in one of the reader's lists that was not read.
  if ((await itemsOf(reader, "listProducts")).length > maxProducts) return false;
  const [ours, theirs] = [await identifiersOf(owner), await identifiersOf(reader)];
  const compared = [...ours].flatMap(([kind, ids]) => {
    const others = theirs.get(kind) ?? new Set<string>();
    return ids.size === 0 || others.size === 0 ? [] : [{ kind, ids: [...ids], others }];
  });
  const areDistinct = compared.every(({ ids, others }) => ids.every((id) => /\d$/.test(id) && !others.has(id)));
  return areDistinct && compared.length >= minKinds && compared.some(({ kind }) => kind === operation);
}
