/** One of several products whose list of a kind the run was shown with items in it: below any of them a fault may hide. */
import { type Listed, listedOf } from "../../model/body.ts";
import type { Actor, CaseContext, OperationId } from "../case.ts";
import { parametersOf } from "./parameters-of.ts";

/** Chosen by the run's seed, and `at`; undefined where the owner's organization was shown none. */
export function productWithList(
  context: CaseContext,
  owner: Actor,
  products: readonly Listed[],
  operation: OperationId,
  at: number,
): Listed | undefined {
  const { organization } = owner.caller;
  const ids = context
    .exchangesOf(operation)
    .filter(({ actor, exchange }) => actor.caller.organization === organization && listedOf(exchange).length > 0)
    .map(({ exchange }) => parametersOf(exchange, context.contract)?.productId);
  const shown = products.filter(({ id }) => ids.includes(id));
  return shown[(context.seed + at) % shown.length];
}
