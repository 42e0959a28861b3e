/** Which key of several serves a purpose best. */
import type { Caller } from "../client/caller.ts";
import { listedOf } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";

interface Weights {
  readonly products: number;
  readonly secondKey: number;
}

/** The caller whose organization has the most to show, of those that were shown the list of products. */
export function preferredCaller(
  callers: readonly Caller[],
  reads: readonly { readonly caller: Caller; readonly exchange: Exchange }[],
  weights: Weights,
): Caller | undefined {
  const isPermitted = ({ credential }: Caller) => credential?.denied.length === 0;
  const scored = reads.map(({ caller, exchange }) => {
    const colleagues = callers.filter(
      ({ organization }) => organization !== undefined && organization === caller.organization,
    );
    const keys = colleagues.filter((one) => one.kind === "api-key" && isPermitted(one));
    const score =
      (listedOf(exchange).length > 0 ? weights.products : 0) +
      (keys.length > 1 ? weights.secondKey : 0) +
      (colleagues.some(({ kind }) => kind === "session") ? 1 : 0) +
      (isPermitted(caller) ? 0.5 : 0);
    return { caller, score };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.caller;
}
