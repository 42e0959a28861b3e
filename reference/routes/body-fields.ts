/** Fields of a validated request body. A value of another type is possible where a part ignores issues. */
import { isRecord } from "../../spec/contract.ts";
import type { JsonObject } from "../store/row.ts";

/** The field `name` of an object; undefined if there is none. */
export const field = (body: unknown, name: string): unknown => (isRecord(body) ? body[name] : undefined);

/** A field as text: null if it is absent, JSON text if it is not a string. */
export function textField(body: unknown, name: string): string | null {
  const value = field(body, name);
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A field as an object; undefined if it is absent or not an object. */
export function objectField(body: unknown, name: string): JsonObject | undefined {
  const value = field(body, name);
  return isRecord(value) ? value : undefined;
}
