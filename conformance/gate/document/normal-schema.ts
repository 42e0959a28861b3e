/** The normal form of a schema: schemas that accept the same values are written the same way, as far as simple rewriting can tell. */
import { isRecord } from "../../../spec/contract.ts";
import { withNullAlternative, withNullable, withoutAlternatives } from "./alternatives.ts";
import { withBounds, withoutWidth } from "./bounds.ts";
import { circular, isCircular, mergeableForm, resolved } from "./circular.ts";
import { withEncodings } from "./encodings.ts";
import { isEqual } from "./equality.ts";
import { byKey, fromEntries, type Json, without } from "./json.ts";
import { mergeAllOf } from "./merge-schemas.ts";
import { isInteger, isNumber, jsonText } from "./numbers.ts";
import { below, holderOf, inherit, mark, originOf, withHolders } from "./origins.ts";
import { subtypes } from "./subtypes.ts";
import { withoutIneffective } from "./without-effect.ts";

/** The keywords whose value is a schema, a list of schemas, or schemas by name. */
export const schemaKeywords = {
  single: new Set([
    ...["items", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames"],
    ...["not", "if", "then", "else", "contentSchema"],
  ]),
  list: new Set(["allOf", "anyOf", "oneOf", "prefixItems"]),
  named: new Set(["properties", "patternProperties", "$defs", "dependentSchemas", subtypes]),
};

export const isKeyword = (kind: keyof typeof schemaKeywords, keyword: string) => schemaKeywords[kind].has(keyword);

/** Keywords that have no effect with these values. */
const withoutEffect: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.entries({
    additionalProperties: [true, {}],
    unevaluatedProperties: [true, {}],
    minLength: [0],
    minItems: [0],
    minProperties: [0],
    minContains: [1],
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
const unfinished = new Set<unknown>();

/** `allOf` is merged where possible, null as an alternative becomes a type, `const` an `enum` with one value; all is sorted. */
export function normalSchema(value: unknown): unknown {
  // `true` and `{}` both accept every value.
  if (value === true) return {};
  if (!isRecord(value)) return value;
  const cached = known.get(value);
  if (cached !== undefined) return cached;
  if (isCircular(value)) {
    const node = circular(
      () => normalSchema(resolved(value)),
      () => isMergeable(resolved(value)),
    );
    known.set(value, node);
    return node;
  }
  unfinished.add(value);
  let schema: Json = inherit(value, {});
  for (const [key, inner] of Object.entries(withNullAlternative(withExamples(value))))
    schema[key] = normalKeyword(key, inner);
  const merged = withPlaceOfNullable(mergeAllOf(schema));
  schema = withNullable(withoutUnevaluated(withoutAlternatives(merged)));
  schema = withoutWidth(withBounds(withIntegers(withEncodings(schema))));
  if ("const" in schema && !("enum" in schema)) schema = { ...without(schema, "const"), enum: [schema.const] };
  // Among them null, which is not allowed beside an `enum` without it, whatever the type or `nullable` says (3.0.3).
  if (Array.isArray(schema.enum)) schema = { ...schema, ...acceptedBoth(schema.enum, schema.type) };
  schema = withoutIneffective(schema);
  for (const key of ["enum", "required", "type"]) {
    const list: unknown = schema[key];
    if (Array.isArray(list)) schema[key] = [...new Map(byText(list)).values()];
  }
  if (Array.isArray(schema.type) && schema.type.length === 1) schema.type = schema.type[0];
  const entries = Object.entries(schema).filter(
    // References into `$defs` have been replaced by what they name.
    ([key, inner]) =>
      key !== "$defs" && (isCircular(inner) || !withoutEffect.get(key)?.some((nothing) => isEqual(inner, nothing))),
  );
  const normal = inherit(merged, fromEntries(entries));
  known.set(value, normal);
  unfinished.delete(value);
  return normal;
}

/** `nullable` becomes a type: where it was written is then where the type is. */
function withPlaceOfNullable(schema: Json): Json {
  const origin = originOf(schema);
  if (origin === undefined || schema.nullable !== true || schema.type === undefined) return schema;
  const others = new Map(origin.others).set("type", holderOf(origin, "nullable"));
  return mark({ ...schema }, withHolders(origin, [...others]));
}

/** `example` of OpenAPI 3.0 becomes a list of `examples` of 3.1. */
const withExamples = (schema: Json): Json =>
  "example" in schema && !("examples" in schema)
    ? { ...without(schema, "example"), examples: [schema.example] }
    : schema;

/** A number that is a multiple of 1 is an integer. */
const withIntegers = (schema: Json): Json =>
  schema.type === "number" && schema.multipleOf === 1 ? { ...without(schema, "multipleOf"), type: "integer" } : schema;

/** The values of an `enum` that have one of the types, and the types that one of these values has. */
function acceptedBoth(values: readonly unknown[], type: unknown): Json {
  if (type === undefined) return { type: typesOf(values) };
  const types: readonly unknown[] = [type].flat();
  const hasType = (value: unknown, of: unknown) =>
    of === "number" ? isNumber(value) : typesOf([value]).includes(String(of));
  const accepted = values.filter((value) => types.some((of) => hasType(value, of)));
  // No value is valid.
  if (accepted.length === 0) return {};
  return { enum: accepted, type: types.filter((of) => accepted.some((value) => hasType(value, of))) };
}

/** The types of the values of an `enum`, so that a schema means the same with and without its `type`. */
function typesOf(values: readonly unknown[]): readonly string[] {
  const types = values.map((value) => {
    if (value === null || Array.isArray(value)) return value === null ? "null" : "array";
    return isInteger(value) ? "integer" : typeof value;
  });
  return types.filter((type) => type !== "integer" || !types.includes("number"));
}

/** Writes `unevaluatedProperties` as `additionalProperties`, which means the same if no other schema applies to the object. */
function withoutUnevaluated(schema: Json): Json {
  const { unevaluatedProperties, ...others } = schema;
  const applicators = ["allOf", "anyOf", "oneOf", "if", "dependentSchemas"];
  if (unevaluatedProperties === undefined || applicators.some((keyword) => keyword in schema)) return schema;
  return inherit(schema, { additionalProperties: unevaluatedProperties, ...others });
}

const byText = (list: readonly unknown[]) =>
  list.map((item) => [jsonText(mergeableForm(item)) ?? "", item] as const).sort(byKey);

function normalKeyword(key: string, inner: unknown): unknown {
  if (isKeyword("single", key)) return normalSchema(inner);
  if (isKeyword("named", key) && isRecord(inner)) return inherit(inner, normalMembers(inner));
  if (!isKeyword("list", key) || !Array.isArray(inner)) return inner;
  const isPart = (member: unknown) => key === "allOf" && !unfinished.has(resolved(member));
  const members = inner.map((member) => normalSchema(isPart(member) ? resolved(member) : member));
  // Order has a meaning only in `prefixItems`. Equal members are kept: without them `oneOf` would accept other values.
  return inherit(inner, key === "prefixItems" ? members : byText(members).map(([, member]) => member));
}

/** `true` as a schema has an origin, because what was merged no longer shows where its members were written. */
function normalMembers(schemas: Json): Json {
  const origin = originOf(schemas);
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const normal = normalSchema(schema);
    return [name, schema === true ? mark(normal, origin && below(origin, name)) : normal] as const;
  });
  return fromEntries(entries);
}

/** A schema with parts or alternatives may lead back to the one that is being converted. */
const isMergeable = (target: unknown) =>
  isRecord(target) && !unfinished.has(target) && !["allOf", "anyOf", "oneOf"].some((key) => key in target);
