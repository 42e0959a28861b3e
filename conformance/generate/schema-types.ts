/** The types of JSON Schema. */
import type { JsonSchema } from "../../spec/contract.ts";

const types = ["string", "integer", "number", "boolean", "null", "array", "object"] as const;
export type SchemaType = (typeof types)[number];

/** The types that a schema allows: all types if it names none. */
export function typesOf({ type }: JsonSchema): readonly SchemaType[] {
  const named = [type].flat();
  return type === undefined ? types : types.filter((name) => named.includes(name));
}
