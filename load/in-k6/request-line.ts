/** The method and the path of a request to an operation of the contract. Pure. */
import type { OperationId } from "../../spec/read-contract.ts";
import { requestLines } from "./request-lines.generated.ts";

/** The path has the parameters filled in. */
export function requestLineOf(id: OperationId, parameters: Readonly<Record<string, string>> = {}) {
  const { method, path } = requestLines[id];
  return { method, path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? "")) };
}
