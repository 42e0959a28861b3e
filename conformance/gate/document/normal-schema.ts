/** The normal form of a schema: schemas that accept the same values are written the same way, as far as it is easy to see. */
import { isRecord } from "../../../spec/contract.ts";
import { withNullable, withoutAlternatives } from "./alternatives.ts";
import { byKey, fromEntries, isEqual } from "./json.ts";
import { mergeAllOf, type Schema, without } from "./merge-schemas.ts";
import type { Origins } from "./origins.ts";

/** The keywords whose value is a schema, a list of schemas, or schemas by name. */
export const schemaKeywords = {
  single: [
    "items",
    "additionalProperties",
    "not",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
  ],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  named: ["properties", "patternProperties", "$defs", "dependentSchemas"],
} as const satisfies Record<string, readonly string[]>;

type KeywordKind = keyof typeof schemaKeywords;

export const isKeyword = (kind: KeywordKind, keyword: string) =>
  (schemaKeywords[kind] as readonly string[]).includes(keyword);

/** Keywords that have no effect with these values. */
const withoutEffect: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.entries({
    additionalProperties: [true, {}],
    unevaluatedProperties: [true, {}],
    minLength: [0],
    minItems: [0],
    minProperties: [0],
    uniqueItems: [false],
    deprecated: [false],
    readOnly: [false],
    writeOnly: [false],
    nullable: [false],
    required: [[]],
    properties: [{}],
    items: [{}, true],
  }),
);

/** What was normalised before: the same schema may occur at many places. */
const known = new WeakMap<object, unknown>();

/** `allOf` is merged where possible, null as an alternative becomes a type, `const` an `enum` with one value; all is sorted. */
export function normalSchema(value: unknown, origins: Origins): unknown {
  if (value === true) return {};
  if (!isRecord(value)) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  let schema: Schema = {};
  for (const [key, inner] of Object.entries(value)) schema[key] = normalKeyword(key, inner, origins);
  schema = withNullable(withoutAlternatives(mergeAllOf(schema)));
  if ("const" in schema && !("enum" in schema)) schema = { ...without(schema, "const"), enum: [schema.const] };
  for (const key of ["enum", "required", "type"]) {
    const list: unknown = schema[key];
    if (Array.isArray(list)) schema[key] = [...new Map(byText(list)).values()];
  }
  if (Array.isArray(schema.type) && schema.type.length === 1) schema.type = schema.type[0];
  const entries = Object.entries(schema).filter(
    // References into `$defs` have been replaced by what they name.
    ([key, inner]) => key !== "$defs" && !withoutEffect.get(key)?.some((nothing) => isEqual(inner, nothing)),
  );
  const normal = origins.inherit(value, fromEntries(entries));
  known.set(value, normal);
  return normal;
}

const byText = (list: readonly unknown[]) => list.map((item) => [JSON.stringify(item), item] as const).sort(byKey);

function normalKeyword(key: string, inner: unknown, origins: Origins): unknown {
  if (isKeyword("single", key)) return normalSchema(inner, origins);
  if (isKeyword("list", key) && Array.isArray(inner)) {
    const members = inner.map((each) => normalSchema(each, origins));
    // Only the order of `prefixItems` has a meaning. Without equal members `oneOf` would mean something else.
    return origins.inherit(inner, key === "prefixItems" ? members : byText(members).map(([, member]) => member));
  }
  if (!isKeyword("named", key) || !isRecord(inner)) return inner;
  const entries = Object.entries(inner).map(([name, each]) => [name, normalSchema(each, origins)] as const);
  return origins.inherit(inner, fromEntries(entries));
}
