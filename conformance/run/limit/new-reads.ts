/** Reads of items in lists that a caller has not sent yet. They count against the limit (§8), and laws judge them. */
import type { Contract, Operation } from "../../../spec/contract.ts";
import type { Parameters } from "../../cases/case.ts";
import { parametersOf } from "../../cases/shared/parameters-of.ts";
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { listItems, stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/**
 * All such reads of the operations that the caller was served before, and one read of each other operation, which the caller may not be permitted
 * to use (§5.7).
 */
export function newReads(caller: Caller, exchanges: readonly Exchange[], contract: Contract): readonly Outgoing[] {
  const own = exchanges.filter(({ credential }) => credential === caller.label);
  const isServed = ({ id }: Operation) => own.some(({ operation, isSuccess }) => operation === id && isSuccess);
  const known = new Set(own.map((exchange) => JSON.stringify([exchange.operation, parametersOf(exchange, contract)])));
  return contract.operations
    .filter(({ method }) => method === "GET")
    .flatMap((operation) => {
      const reads = parametersFor(operation, caller, own, contract)
        .map((parameters) => ({ operation: operation.id, caller, parameters }))
        .filter(({ parameters }) => !known.has(JSON.stringify([operation.id, parameters])));
      return isServed(operation) ? reads : reads.slice(0, 1);
    });
}

/** The path parameters for the operation, from the items that the caller was shown. */
function parametersFor(
  { parameters: names }: Operation,
  { organization }: Caller,
  own: readonly Exchange[],
  contract: Contract,
): readonly Parameters[] {
  const shown = own.filter(({ intent, isSuccess }) => intent === "valid" && isSuccess);
  const [name] = names.slice(-1);
  if (name === undefined) return [{}];
  if (name === "orgId") return organization === undefined ? [] : [{ orgId: organization }];
  if (name === "productId") {
    const products = shown.findLast(({ operation }) => operation === "listProducts");
    return products === undefined ? [] : listItems(products).map(({ id }) => ({ productId: id }));
  }
  if (name === "problemId")
    return interleaved(
      shown
        .filter(({ operation }) => operation === "listProblems")
        .map((list) => listItems(list).map(({ id }) => ({ ...parametersOf(list, contract), problemId: id }))),
    );
  return shown
    .filter(({ operation }) => operation === "submitFeedback")
    .flatMap((acceptance) => stringIn(acceptance, "feedbackId") ?? [])
    .map((feedbackId) => ({ feedbackId }));
}

/** The first of each row, then the second of each, and so on: each product comes before the rest of another's long list. */
const interleaved = <T>(rows: readonly (readonly T[])[]): readonly T[] =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) =>
    rows.flatMap((row) => row.slice(at, at + 1)),
  ).flat();
