/** The operations that have a request body, each with its schema, by the contract as it is published. */
import { type JsonSchema, loadContract, type OperationId } from "../../spec/contract.ts";
import { requestBodyOf } from "./request-body.ts";

export const bodies: readonly (readonly [operation: OperationId, schema: JsonSchema])[] = loadContract()
  .operations.filter(({ requestBody }) => requestBody !== undefined)
  .map(({ id }) => [id, requestBodyOf(loadContract(), id)]);
