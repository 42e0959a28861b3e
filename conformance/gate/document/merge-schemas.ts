/** Merges schemas that all apply into a single one. */
import { isRecord } from "../../../spec/contract.ts";
import { isEqual, type Json, mapEntries, record, without } from "./json.ts";

/** The members of `allOf` merged into the schema around them, as long as no keyword has two values. */
export function mergeAllOf(schema: Json): Json {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole: Json | undefined = without(schema, "allOf");
  for (const member of members) whole = whole && isRecord(member) ? mergeSchemas(whole, member) : undefined;
  return whole ?? schema;
}

/** Undefined if a keyword has different values in the two. If both have a title or description, the first is kept. */
export function mergeSchemas(first: Json, second: Json): Json | undefined {
  if (
    excludesProperties(first, second, "additionalProperties") ||
    excludesProperties(second, first, "additionalProperties", "unevaluatedProperties")
  )
    return undefined;
  return mergeValues(first, second, (before, value, key) => {
    if (key === "required" && Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
    if (key === "properties" && isRecord(before) && isRecord(value)) return sorted(mergeProperties(before, value));
    return key === "description" || key === "title" ? before : undefined;
  });
}

/** Whether one of `keywords` in `schema` is about the properties that `schema` does not name, and `other` names some of them. */
function excludesProperties(schema: Json, other: Json, ...keywords: readonly string[]): boolean {
  if (!keywords.some((keyword) => keyword in schema)) return false;
  const named = record(schema.properties);
  return Object.keys(record(other.properties)).some((name) => !Object.hasOwn(named, name));
}

const mergeProperties = (first: Json, second: Json) =>
  mergeValues(first, second, (a, b) => (isRecord(a) && isRecord(b) ? sorted(mergeSchemas(a, b)) : undefined));

const sorted = (value: Json | undefined) => value && mapEntries(value, (inner) => inner);

/** All entries of both; `merge` merges two different values of one key. Undefined if it cannot merge them. */
function mergeValues(
  first: Json,
  second: Json,
  merge: (first: unknown, second: unknown, key: string) => unknown,
): Json | undefined {
  const result = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(first, key) ? first[key] : undefined;
    const merged = before === undefined || isEqual(before, value) ? value : merge(before, value, key);
    if (merged === undefined) return undefined;
    result[key] = merged;
  }
  return result;
}
