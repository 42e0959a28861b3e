/** The lists of products with items that the run has read. */
import { type Listed, listItems } from "../../model/body.ts";
import type { Actor, CaseContext, Exchange, OperationId } from "../case.ts";
import { parametersOf } from "./parameters-of.ts";

interface ShownList {
  readonly productId: string | undefined;
  readonly list: Exchange;
}

/** Lists that have items and were read with credentials of the actor's organization. */
export const shownLists = (
  context: CaseContext,
  { caller: { organization } }: Actor,
  operation: OperationId,
): readonly ShownList[] =>
  context
    .exchangesOf(operation)
    .filter(({ actor }) => actor.caller.organization === organization)
    .filter(({ exchange }) => exchange.intent === "valid" && listItems(exchange).length > 0)
    .map(({ exchange: list }) => ({ productId: parametersOf(list, context.contract)?.productId, list }));

/**
 * One of several products, and the exchange that showed its list. The search starts at a product that the run's seed and `at`
 * choose, since a fault may concern any of them. So a replay finds the same product if it sends only that exchange before.
 * Undefined if the owner's organization was shown no such list.
 */
export function productWithList(
  context: CaseContext,
  owner: Actor,
  products: readonly Listed[],
  operation: OperationId,
  at: number,
): { readonly product: Listed; readonly list: Exchange } | undefined {
  const lists = shownLists(context, owner, operation);
  const start = (context.seed + at) % Math.max(1, products.length);
  for (const product of [...products.slice(start), ...products.slice(0, start)]) {
    const shown = lists.find(({ productId }) => productId === product.id);
    if (shown !== undefined) return { product, list: shown.list };
  }
  return undefined;
}
