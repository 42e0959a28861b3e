/** Rewrites `anyOf` and `oneOf` into another keyword, if one means the same. */
import { isRecord } from "../../../spec/contract.ts";
import { mergeableForm } from "./circular.ts";
import { isEqual } from "./equality.ts";
import { type Json, list, record, without } from "./json.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { jsonText } from "./numbers.ts";
import { inherit } from "./origins.ts";

/** Replaces `anyOf` and `oneOf` by another keyword where possible; their members are in the normal form. */
export function withoutAlternatives(schema: Json): Json {
  for (const key of ["anyOf", "oneOf"]) {
    const members = list(schema[key]).map(mergeableForm);
    if (members.length === 0 || !members.every(isRecord)) continue;
    const [only] = members.length === 1 ? members : [];
    const equivalent = only ?? types(members, key) ?? values(members, key) ?? orNull(members);
    const merged = equivalent && mergeSchemas(without(schema, key), equivalent);
    if (merged !== undefined) return merged;
  }
  return schema;
}

/** `nullable` of OpenAPI 3.0 becomes the type `null` of 3.1; without a type it has no effect (3.0.3). */
export function withNullable(schema: Json): Json {
  if (schema.nullable !== true) return schema;
  const others = without(schema, "nullable");
  return schema.type === undefined ? others : { ...others, type: [...[others.type].flat(), "null"] };
}

/**
 * `nullable` beside `oneOf` or `anyOf` and no type means to many what 3.1 writes as an alternative `null`, so it counts as one.
 */
export function withNullAlternative(schema: Json): Json {
  const key = ["oneOf", "anyOf"].find((each) => Array.isArray(schema[each]));
  if (schema.nullable !== true || schema.type !== undefined || key === undefined) return schema;
  const others = without(schema, "nullable");
  const members = list(schema[key]);
  return members.some(allowsNull) ? others : { ...others, [key]: inherit(members, [...members, { type: "null" }]) };
}

const allowsNull = (member: unknown) => {
  const { type, nullable, enum: values } = record(member);
  if (Array.isArray(values)) return values.includes(null);
  return nullable === true || [type].flat().includes("null");
};

const hasOnly = (member: Json, ...keys: readonly string[]) => Object.keys(member).every((key) => keys.includes(key));

const areDistinct = (values: readonly unknown[]) => new Set(values.map(jsonText)).size === values.length;

/** If each member is a type and nothing else: a list of types. Not for `oneOf` if a value could fit two members. */
function types(members: readonly Json[], key: string): Json | undefined {
  if (!members.every((member) => typeof member.type === "string" && hasOnly(member, "type"))) return undefined;
  const all = members.map(({ type }) => type);
  const mayOverlap = !areDistinct(all) || (all.includes("integer") && all.includes("number"));
  return key === "anyOf" || !mayOverlap ? { type: all } : undefined;
}

/** If each member is a list of values of the same type, perhaps with a title or description: one list. A value of two members does not match `oneOf`. */
function values(members: readonly Json[], key: string): Json | undefined {
  if (!members.every((member) => Array.isArray(member.enum) && hasOnly(member, "enum", "type", "title", "description")))
    return undefined;
  const all = members.flatMap((member) => list(member.enum));
  const matching =
    key === "anyOf" ? all : all.filter((value) => all.filter((each) => isEqual(each, value)).length === 1);
  const [type, ...others] = new Set(members.map((member) => JSON.stringify(member.type)));
  if (others.length > 0 || matching.length === 0) return undefined;
  return { enum: matching, ...(type === undefined ? {} : { type: JSON.parse(type) }) };
}

/** `[X, { type: "null" }]` is X, or null. */
function orNull(members: readonly Json[]): Json | undefined {
  const isNull = (member: Json) => member.type === "null" && hasOnly(member, "type");
  const member = members.find((each) => !isNull(each));
  if (members.length !== 2 || !members.some(isNull) || member?.type === undefined) return undefined;
  return ["allOf", "anyOf", "oneOf", "not", "if"].some((keyword) => keyword in member) ? undefined : withNull(member);
}

function withNull(schema: Json): Json {
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [...[schema.type].flat(), "null"] };
}
