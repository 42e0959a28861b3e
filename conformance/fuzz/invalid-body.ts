/** Finds bodies that are invalid under every reading of the document, so a server must reject them (§2.11, §4). */
import { truncatedJson } from "../../spec/body.ts";
import type { Contract, OperationId } from "../../spec/contract.ts";
import { type Field, fieldsOf, isEnumeration, nameOf } from "../generate/fields.ts";
import { valueAt } from "../generate/place.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import { typesOf } from "../generate/schema-types.ts";
import { isObject, requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";

/** The clauses by which invalid bodies are rejected; other operations have none. */
export const clausesOfRejection: readonly (readonly [operation: OperationId, clause: string])[] = [
  ["submitFeedback", "submission.refuses"],
  ["inviteMember", "invitation.format"],
];

/** The first invalid field of the request's body and its value; undefined if some reading accepts the body. */
export function invalidFieldIn(
  exchange: Pick<Exchange, "operation" | "request">,
  contract: Contract,
): string | undefined {
  const operation = clausesOfRejection.find(([id]) => id === exchange.operation)?.[0];
  const body = operation === undefined ? undefined : requestJson(exchange);
  if (operation === undefined || !isObject(body)) return undefined;
  const invalid = fieldsOf(requestBodyOf(contract, operation)).find((field) =>
    isInvalid(valueAt(body, field.path), field),
  );
  return invalid === undefined ? undefined : `${nameOf(invalid)} ${truncatedJson(valueAt(body, invalid.path))}`;
}

function isInvalid(value: unknown, field: Field): boolean {
  const kind = kindOf(value);
  if (kind === undefined) return false;
  const kinds = typesOf(field.schema).map((type) => (type === "object" || type === "array" ? type : "scalar"));
  if (!kinds.includes(kind)) return true;
  if (typeof value !== "string") return false;
  if (isEnumeration(field) && ![field.schema.enum].flat().includes(value)) return true;
  return field.schema.format === "email" && !value.includes("@");
}

/** Parsers that read 7 as "7" are common, so all scalars are one kind. `null` and "" may mean that nothing is set. */
function kindOf(value: unknown): "object" | "array" | "scalar" | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return "array";
  return typeof value === "object" ? "object" : "scalar";
}
