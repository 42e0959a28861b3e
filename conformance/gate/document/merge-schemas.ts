/** Merges schemas that all apply into a single one. */
import { isRecord } from "../../../spec/contract.ts";
import { withBounds } from "./bounds.ts";
import { recursion } from "./circular.ts";
import { isEqual, isEqualSoFar } from "./equality.ts";
import { type Json, list, mapEntries, record, without } from "./json.ts";
import { isNumber, maxOf, minOf } from "./numbers.ts";
import { holderOf, inherit, mark, type Origin, originOf, withHolders } from "./origins.ts";

/** The members of `allOf` merged into the schema around them, if one schema can say what they say together. */
export function mergeAllOf(schema: Json): Json {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole: Json | undefined = inherit(schema, without(schema, "allOf"));
  for (const member of members) whole = whole && isRecord(member) ? mergeSchemas(whole, member) : undefined;
  return whole ?? schema;
}

/** Undefined if no single keyword says what one with different values says in the two. Of two titles, descriptions or examples, the first is kept. */
export function mergeSchemas(first: Json, second: Json): Json | undefined {
  if (recursion in first || recursion in second) return undefined;
  const [one, other] = [withBounds(first), withBounds(second)];
  const [a, b] = [withinOpenness(one, other), withinOpenness(other, one)];
  if (a === undefined || b === undefined || "unevaluatedProperties" in second) return undefined;
  const merged = mergeValues(a, b, (before, value, key) => together.get(key)?.(before, value));
  return merged && withOrigins(first, second, withBounds(merged));
}

/** `merged` is written where the first is, except for the keywords whose values are the second's. */
function withOrigins(first: Json, second: Json, merged: Json): Json {
  const [origin, other] = [originOf(first), originOf(second)];
  if (origin === undefined || other === undefined) return mark(merged, origin);
  const holders = Object.keys(merged).flatMap((key): readonly (readonly [string, Origin])[] => {
    if (isEqualSoFar(merged[key], first[key])) return [[key, holderOf(origin, key)]];
    return isEqualSoFar(merged[key], second[key]) ? [[key, holderOf(other, key)]] : [];
  });
  return mark(merged, withHolders(origin, holders));
}

type Both = (before: unknown, value: unknown) => unknown;

const keys = (names: string, both: Both) => names.split(" ").map((name) => [name, both] as const);

/** What two different values of a keyword say together; undefined if no value says it. */
const together: ReadonlyMap<string, Both> = new Map([
  ...keys("title description example examples", (before) => before),
  ...keys("maximum exclusiveMaximum maxLength maxItems maxProperties", (a, b) =>
    isNumber(a) && isNumber(b) ? minOf(a, b) : undefined,
  ),
  ...keys("minimum exclusiveMinimum minLength minItems minProperties", (a, b) =>
    isNumber(a) && isNumber(b) ? maxOf(a, b) : undefined,
  ),
  ...keys("uniqueItems readOnly writeOnly deprecated", (a, b) => a === true || b === true),
  ...keys("required", (a, b) => (Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : undefined)),
  ...keys("properties", (a, b) => (isRecord(a) && isRecord(b) ? sorted(mergeValues(a, b, both)) : undefined)),
  ...keys("enum", (a, b) => nonEmpty(list(a).filter((each) => list(b).some((other) => isEqual(each, other))))),
  ...keys("type", (a, b) => commonTypes([a].flat(), [b].flat())),
]);

/** An integer is a number. */
function commonTypes(a: readonly unknown[], b: readonly unknown[]): unknown {
  const isIn = (type: unknown, types: readonly unknown[]) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const found = new Set([...a.filter((type) => isIn(type, b)), ...b.filter((type) => isIn(type, a))]);
  const [only] = found;
  return found.size === 1 ? only : nonEmpty([...found].sort());
}

/** Undefined if no value is valid. */
const nonEmpty = (values: readonly unknown[]) => (values.length === 0 ? undefined : values);

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
  const merged = entries.map(([name, value]) => [name, isNamed(name) ? value : both(value, rest)] as const);
  return { ...schema, properties: Object.fromEntries(merged) };
}

/** Both schemas apply. */
const both = (a: unknown, b: unknown): unknown =>
  (a === false || b === false ? false : undefined) ??
  (isRecord(a) && isRecord(b) ? sorted(mergeSchemas(a, b)) : undefined) ?? { allOf: [a, b] };

const sorted = (value: Json | undefined) =>
  value &&
  inherit(
    value,
    mapEntries(value, (inner) => inner),
  );

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
