/** Whether the short identifiers of a target, such as `ctx_1`, are counted for all organizations together. */
import { listedOf } from "../../model/body.ts";
import type { Actor, OperationId } from "../case.ts";
import { firstProducts, itemsOf, productLists } from "./lists.ts";

/** Of how many products the lists are read. */
const maxProducts = 4;

/** By the list that shows them: the identifiers in an organization. */
type Identifiers = ReadonlyMap<OperationId, ReadonlySet<string>>;

async function identifiersOf(actor: Actor): Promise<Identifiers> {
  const products = await firstProducts(actor, maxProducts);
  const all = new Map<OperationId, Set<string>>([["listProducts", new Set(products.map(({ id }) => id))]]);
  for (const { id: productId } of products) {
    for (const operation of productLists) {
      const known = all.get(operation) ?? new Set();
      const items = listedOf(await actor.read(operation, { productId }));
      all.set(operation, new Set([...known, ...items.map(({ id }) => id)]));
    }
  }
  return all;
}

/** The kinds that must be compared: an organization that counts its own would begin with the same number in each of them. */
const minKinds = 3;

/**
 * Both organizations list items of `operation` and of other kinds, each identifier ends in a number, and none is in both: who counts
 * for each organization by itself would use some of them twice.
 */
export async function areNumberedTogether(owner: Actor, reader: Actor, operation: OperationId): Promise<boolean> {
  // In a list that is not read, an identifier may be the reader's own.
  if ((await itemsOf(reader, "listProducts")).length > maxProducts) return false;
  const [ours, theirs] = [await identifiersOf(owner), await identifiersOf(reader)];
  const compared = [...ours].flatMap(([kind, ids]) => {
    const others = theirs.get(kind) ?? new Set<string>();
    return ids.size === 0 || others.size === 0 ? [] : [{ kind, ids: [...ids], others }];
  });
  const areDistinct = compared.every(({ ids, others }) => ids.every((id) => /\d$/.test(id) && !others.has(id)));
  return areDistinct && compared.length >= minKinds && compared.some(({ kind }) => kind === operation);
}
