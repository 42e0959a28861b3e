/** Merges schemas that all apply into a single one. */
import { isRecord } from "../../../spec/contract.ts";
import { recursion } from "./circular.ts";
import { isEqualSoFar } from "./equality.ts";
import { type Json, mapEntries, record, without } from "./json.ts";

/** The members of `allOf` merged into the schema around them, as long as no keyword has two values. */
export function mergeAllOf(schema: Json): Json {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole: Json | undefined = without(schema, "allOf");
  for (const member of members) whole = whole && isRecord(member) ? mergeSchemas(whole, member) : undefined;
  return whole ?? schema;
}

/** Undefined if a keyword has different values in the two. Of two titles, descriptions or examples, the first is kept. */
export function mergeSchemas(first: Json, second: Json): Json | undefined {
  if (recursion in first || recursion in second) return undefined;
  const [a, b] = [withinOpenness(first, second), withinOpenness(second, first)];
  if (a === undefined || b === undefined || "unevaluatedProperties" in second) return undefined;
  return mergeValues(a, b, (before, value, key) => {
    if (key === "required" && Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
    if (key === "properties" && isRecord(before) && isRecord(value)) return sorted(mergeValues(before, value, both));
    return annotations.has(key) ? before : undefined;
  });
}

const annotations: ReadonlySet<string> = new Set(["title", "description", "example", "examples"]);

/**
 * `schema` as the `additionalProperties` of `other` leave it, which are about all properties that `other` does not name itself.
 * Undefined if `other` names some by patterns.
 */
function withinOpenness(schema: Json, other: Json): Json | undefined {
  const { additionalProperties: rest, patternProperties, properties } = other;
  const isNamed = (name: string) => Object.hasOwn(record(properties), name);
  const entries = Object.entries(record(schema.properties));
  if (rest === undefined || entries.every(([name]) => isNamed(name))) return schema;
  if (patternProperties !== undefined) return undefined;
  const allowed = rest === false ? entries.filter(([name]) => isNamed(name)) : entries;
  const merged = allowed.map(([name, value]) => [name, isNamed(name) ? value : both(value, rest)] as const);
  return { ...schema, properties: Object.fromEntries(merged) };
}

/** Both schemas apply. */
const both = (a: unknown, b: unknown): unknown =>
  (isRecord(a) && isRecord(b) ? sorted(mergeSchemas(a, b)) : undefined) ?? { allOf: [a, b] };

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
    const merged = before === undefined || isEqualSoFar(before, value) ? value : merge(before, value, key);
    if (merged === undefined) return undefined;
    result[key] = merged;
  }
  return result;
}
