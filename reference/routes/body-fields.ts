/** Fields of a request body. Validation came before: what is of another type here was let through by a part. */

import type { JsonObject } from "../store/row.ts";

/** The field `name` of an object; undefined where there is none. */
export function field(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? (Object.entries(body).find(([key]) => key === name) ?? [])[1]
    : undefined;
}

/** A field as text: null where it is absent, JSON text where it is no string. */
export function textField(body: unknown, name: string): string | null {
  const value = field(body, name);
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A free-form object; undefined where the field is absent or no object. */
export function objectField(body: unknown, name: string): JsonObject | undefined {
  const value = field(body, name);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
