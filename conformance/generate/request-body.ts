import { type Contract, isRecord, type JsonSchema, type OperationId, resolve } from "../../spec/contract.ts";

const cache = new WeakMap<Contract, Map<OperationId, JsonSchema>>();

/** The schema of an operation's request body (§4), without `$ref`; always the same object. Throws if there is none. */
export function requestBodyOf(contract: Contract, operation: OperationId): JsonSchema {
  const schemas = cache.get(contract) ?? new Map<OperationId, JsonSchema>();
  const { requestBody } = contract.operation(operation);
  if (requestBody === undefined) throw new Error(`the contract shows no request body for ${operation}`);
  const resolved = schemas.get(operation) ?? withResolvedRefs(contract, requestBody, []);
  const schema = isRecord(resolved) ? resolved : {};
  cache.set(contract, schemas.set(operation, schema));
  return schema;
}

/** A schema inside itself becomes `{}`, since resolving it would never end. */
function withResolvedRefs(contract: Contract, value: unknown, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withResolvedRefs(contract, item, within));
  if (!isRecord(value)) return value;
  const { $ref } = value;
  if (typeof $ref === "string") {
    return within.includes($ref)
      ? {}
      : withResolvedRefs(contract, resolve(contract.document, value), [...within, $ref]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withResolvedRefs(contract, inner, within)]),
  );
}
