/** A schema in one of the many ways in which it could have been written: the same values, the same text. */
import { isRecord } from "../../../spec/contract.ts";
import { withNullable, withoutAlternatives } from "./alternatives.ts";
import { byKey } from "./by-key.ts";
import { type Schema, withMembers, without } from "./joined.ts";
import type { Origins } from "./origins.ts";

/** Keywords that say nothing with this value. */
const idle: readonly (readonly [string, unknown])[] = [
  ...(["additionalProperties", "unevaluatedProperties"] as const).flatMap((key) => [
    [key, true] as const,
    [key, {}] as const,
  ]),
  ...(["minLength", "minItems", "minProperties"] as const).map((key) => [key, 0] as const),
  ...(["uniqueItems", "deprecated", "readOnly", "writeOnly", "nullable"] as const).map((key) => [key, false] as const),
  ["required", []],
  ["properties", {}],
  ["items", {}],
  ["items", true],
];

const single = [
  "items",
  "additionalProperties",
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
];
const several = ["allOf", "anyOf", "oneOf", "prefixItems"];
const named = ["properties", "patternProperties", "$defs", "dependentSchemas"];

/** What was normalised before: one schema may stand at many places. */
const known = new WeakMap<object, unknown>();

/** `allOf` is merged where it can be, null as an alternative becomes a type, `const` an `enum` of one; sorted. */
export function normalSchema(value: unknown, origins: Origins): unknown {
  if (value === true) return {};
  if (!isRecord(value)) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const origin = origins.of(value);
  let schema: Schema = {};
  for (const [key, inner] of Object.entries(value)) schema[key] = normalKeyword(key, inner, origins);
  schema = withNullable(withoutAlternatives(withMembers(schema)));
  if ("const" in schema && !("enum" in schema)) schema = { ...without(schema, "const"), enum: [schema.const] };
  for (const key of ["enum", "required", "type"]) {
    const list = schema[key];
    if (Array.isArray(list))
      schema[key] = [...new Map(list.map((item) => [JSON.stringify(item), item])).entries()]
        .sort(byKey)
        .map(([, item]) => item);
  }
  if (Array.isArray(schema.type) && schema.type.length === 1) schema.type = schema.type[0];
  for (const [key, nothing] of idle) {
    if (key in schema && JSON.stringify(schema[key]) === JSON.stringify(nothing)) delete schema[key];
  }
  // What `$defs` holds has been put where it is used.
  delete schema.$defs;
  const normal = origins.mark(Object.fromEntries(Object.entries(schema).sort(byKey)), origin);
  known.set(value, normal);
  return normal;
}

function normalKeyword(key: string, inner: unknown, origins: Origins): unknown {
  if (single.includes(key)) return normalSchema(inner, origins);
  if (several.includes(key) && Array.isArray(inner)) {
    return origins.mark(
      inner.map((each) => normalSchema(each, origins)),
      origins.of(inner),
    );
  }
  if (!named.includes(key) || !isRecord(inner)) return inner;
  const entries = Object.entries(inner).map(([name, each]) => [name, normalSchema(each, origins)] as const);
  return origins.mark(Object.fromEntries(entries.sort(byKey)), origins.of(inner));
}
