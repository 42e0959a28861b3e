/** The lists of products with items that the run has read. */
import { type Listed, listedOf } from "../../model/body.ts";
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
    .filter(({ exchange }) => exchange.intent === "valid" && listedOf(exchange).length > 0)
    .map(({ exchange: list }) => ({ productId: parametersOf(list, context.contract)?.productId, list }));

/**
 * One of several products, chosen by the run's seed and `at`, since a fault may concern any of them. Undefined if the
 * owner's organization was shown no such list.
 */
export function productWithList(
  context: CaseContext,
  owner: Actor,
  products: readonly Listed[],
  operation: OperationId,
  at: number,
): Listed | undefined {
  const ids = shownLists(context, owner, operation).map(({ productId }) => productId);
  const shown = products.filter(({ id }) => ids.includes(id));
  return shown[(context.seed + at) % shown.length];
}
