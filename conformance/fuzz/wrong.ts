/** Whether a body is wrong by any reading of the document: what a target that takes it does not do as §2.11 and §4 imply. */
import { truncatedJson } from "../../spec/body.ts";
import type { Contract, OperationId } from "../../spec/contract.ts";
import { typesOf } from "../generate/arbitrary.ts";
import { fieldsOf, isEnumeration, nameOf } from "../generate/fields.ts";
import { valueAt } from "../generate/place.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import { isObject } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { requestJson } from "../observations/reading.ts";

/** The clause that such a body stands under; other operations have none that says so. */
export const refusing: Readonly<Partial<Record<OperationId, string>>> = {
  submitFeedback: "submission.refuses",
  inviteMember: "invitation.format",
};

type Kind = "object" | "array" | "scalar";

/** A scalar stands for any other: parsers that take 7 for "7" are common. `null` and "" may mean that nothing is set. */
function kindOf(value: unknown): Kind | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return "array";
  return typeof value === "object" ? "object" : "scalar";
}

/** What is wrong with the request's body, in words; undefined where some reading takes it. */
export function wrongIn(exchange: Exchange, contract: Contract): string | undefined {
  const { operation } = exchange;
  if (operation === undefined || refusing[operation] === undefined) return undefined;
  const body = requestJson(exchange);
  if (!isObject(body)) return undefined;
  for (const field of fieldsOf(requestBodyOf(contract, operation))) {
    const value = valueAt(body, field.path);
    const kind = kindOf(value);
    if (kind === undefined) continue;
    const kinds = typesOf(field.schema).map((type) => (type === "object" || type === "array" ? type : "scalar"));
    if (!kinds.includes(kind)) return `${nameOf(field)} ${truncatedJson(value)}`;
    const values = isEnumeration(field) ? [field.schema.enum].flat() : undefined;
    if (values !== undefined && typeof value === "string" && !values.includes(value)) {
      return `${nameOf(field)} ${truncatedJson(value)}`;
    }
    if (field.schema.format === "email" && typeof value === "string" && !value.includes("@")) {
      return `${nameOf(field)} ${truncatedJson(value)}`;
    }
  }
  return undefined;
}
