/** Merges schemas that all apply into a single one. */
import { isRecord } from "../../../spec/contract.ts";
import { fromEntries, isEqual, type Json, record } from "./json.ts";

export type Schema = Json;

/** The members of `allOf` merged into the schema around them, as long as no keyword has two values. */
export function mergeAllOf(schema: Schema): Schema {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole: Schema | undefined = without(schema, "allOf");
  for (const member of members) whole = whole && isRecord(member) ? mergeSchemas(whole, member) : undefined;
  return whole ?? schema;
}

/** Undefined where a keyword has two values. Of two titles or descriptions the first is kept. */
export function mergeSchemas(first: Schema, second: Schema): Schema | undefined {
  if (
    excludesProperties(first, second, "additionalProperties") ||
    excludesProperties(second, first, "additionalProperties", "unevaluatedProperties")
  )
    return undefined;
  const result: Schema = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = result[key];
    if (before === undefined || isEqual(before, value)) result[key] = value;
    else if (key === "required" && Array.isArray(before) && Array.isArray(value)) result[key] = [...before, ...value];
    else if (key === "properties" && isRecord(before) && isRecord(value)) {
      const properties = mergeProperties(before, value);
      if (properties === undefined) return undefined;
      result[key] = properties;
    } else if (key !== "description" && key !== "title") return undefined;
  }
  return result;
}

/** One of `keywords` in `schema` speaks of the properties that `schema` does not name, and `other` names some of them. */
function excludesProperties(schema: Schema, other: Schema, ...keywords: readonly string[]): boolean {
  if (!keywords.some((keyword) => keyword in schema)) return false;
  const named = record(schema.properties);
  return Object.keys(record(other.properties)).some((name) => !Object.hasOwn(named, name));
}

function mergeProperties(first: Schema, second: Schema): Schema | undefined {
  const result: Schema = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const before = Object.hasOwn(first, name) ? first[name] : undefined;
    if (before === undefined || isEqual(before, value)) {
      result[name] = value;
      continue;
    }
    const both = isRecord(before) && isRecord(value) ? mergeSchemas(before, value) : undefined;
    if (both === undefined) return undefined;
    result[name] = fromEntries(Object.entries(both));
  }
  return fromEntries(Object.entries(result));
}

export function without(schema: Schema, key: string): Schema {
  const { [key]: _, ...rest } = schema;
  return rest;
}
