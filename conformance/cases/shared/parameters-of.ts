import type { Contract } from "../../../spec/contract.ts";
import { identifiersIn } from "../../../spec/match-path.ts";
import type { Exchange, Parameters } from "../case.ts";

/** The path parameters of a request, decoded; undefined if the path is not the operation's. */
export function parametersOf({ operation, request }: Exchange, contract: Contract): Parameters | undefined {
  if (operation === undefined) return undefined;
  const declared = contract.operation(operation);
  const values = identifiersIn(request.url.slice(request.url.lastIndexOf("/v1/")), declared);
  return values && Object.fromEntries(declared.parameters.map((name, at) => [name, values[at] ?? ""]));
}
