/** Request bodies and hazards, for tests. */
import { type JsonSchema, loadContract, type OperationId } from "../../spec/contract.ts";
import type { Hazard } from "./hazards.ts";
import { requestBodyOf } from "./request-body.ts";

/** The operations that have a request body, each with its schema, by the contract as it is published. */
export const bodies: readonly (readonly [operation: OperationId, schema: JsonSchema])[] = loadContract()
  .operations.filter(({ requestBody }) => requestBody !== undefined)
  .map(({ id }) => [id, requestBodyOf(loadContract(), id)]);

/** The same hazard for each of its fields separately. */
export const perField = (hazard: Hazard): readonly Hazard[] =>
  hazard.fields.map((field) => ({ ...hazard, fields: [field] }));
