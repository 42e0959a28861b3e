/** The links of the contract, which `--stateful` follows: from a list to a detail, from a submission to its status. */
import { type Contract, isRecord, type OperationId, resolve } from "../../spec/contract.ts";

/** Whether the contract links one of these operations to another one of them. */
export function areLinked({ document }: Contract, operations: readonly OperationId[]): boolean {
  const isChosen = (id: unknown) => operations.some((operation) => operation === id);
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => isRecord(operation) && isChosen(operation.operationId))
    .flatMap((operation) =>
      isRecord(operation) && isRecord(operation.responses) ? Object.values(operation.responses) : [],
    )
    .flatMap((response) => Object.values(resolve(document, response).links ?? {}))
    .some((link) => isChosen(resolve(document, link).operationId));
}
