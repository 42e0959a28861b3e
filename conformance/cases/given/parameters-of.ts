/** What a request's path names. */
import type { Contract } from "../../../spec/contract.ts";
import type { Exchange, Parameters } from "../case.ts";

/** The path parameters of a request, unescaped, in the order of its path; undefined where the contract declares no such path. */
export function parametersOf({ operation, request }: Exchange, contract: Contract): Parameters | undefined {
  if (operation === undefined) return undefined;
  const { path, parameters } = contract.operation(operation);
  const pattern = new RegExp(`${path.replaceAll(/\{\w+\}/g, "([^/?]+)")}$`);
  const values = pattern.exec(request.url)?.slice(1);
  return values && Object.fromEntries(parameters.map((name, at) => [name, decodeURIComponent(values[at] ?? "")]));
}
