/** Gives the alternatives of two schemas the same order, so that equal ones are compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import { isEqual, type Json, list } from "../document/json.ts";
import { inherit } from "../document/origins.ts";

/**
 * `schema` with the alternatives that `other` has, too, before the others. If it is itself an alternative of `other`, it
 * becomes a list of this alternative. Members are sorted in normal forms, so the common ones have the same order in both.
 */
export function alignAlternatives(schema: unknown, other: unknown): unknown {
  if (isEqual(schema, other)) return schema;
  if (Array.isArray(schema)) {
    const others = list(other);
    const items = schema.map((item, at) => alignAlternatives(item, others[at]));
    return inherit(schema, items);
  }
  if (!isRecord(schema) || !isRecord(other)) return schema;
  if (hasOnly("oneOf", schema) && hasOnly("anyOf", other)) {
    const { oneOf, ...others } = schema;
    const asAnyOf = inherit(schema, { ...others, anyOf: oneOf, [exactlyOne]: true });
    return alignAlternatives(asAnyOf, other);
  }
  const wrapped = wrapInList(schema, other, "anyOf") ?? wrapInList(schema, other, "oneOf");
  if (wrapped !== undefined) return wrapped;
  const entries = Object.entries(schema).map(([key, inner]) => {
    const counterpart = other[key];
    const areLists = ["allOf", "anyOf", "oneOf"].includes(key) && Array.isArray(inner) && Array.isArray(counterpart);
    if (!areLists) return [key, alignAlternatives(inner, counterpart)];
    const members = inherit(inner, commonFirst(inner, counterpart));
    return [key, alignAlternatives(members, commonFirst(counterpart, inner))];
  });
  return inherit(schema, Object.fromEntries(entries));
}

/** Marks an `anyOf` that was a `oneOf`, so that the two keywords are compared member by member. */
export const exactlyOne = "x-exactly-one";

const hasOnly = (keyword: "anyOf" | "oneOf", schema: Json) =>
  keyword in schema && !((keyword === "anyOf" ? "oneOf" : "anyOf") in schema);

/**
 * `schema` as `{ [keyword]: [schema] }`, if that is one of the members of `other[keyword]`. Keywords that both have stay outside, a
 * discriminator whatever names it has, and so may its texts.
 */
function wrapInList(schema: Json, other: Json, keyword: string): Json | undefined {
  if (keyword in schema || !(keyword in other)) return undefined;
  const isCommon = (key: string) => key in other && (key === "discriminator" || isEqual(schema[key], other[key]));
  for (const staysOutside of [isCommon, (key: string) => isCommon(key) || texts.has(key)]) {
    const entries = Object.entries(schema);
    const outside = Object.fromEntries(entries.filter(([key]) => staysOutside(key)));
    const inside = Object.fromEntries(entries.filter(([key]) => !staysOutside(key)));
    if (list(other[keyword]).some((member) => isEqual(member, inside)))
      return inherit(schema, { ...outside, [keyword]: [inherit(schema, inside)] });
  }
  return undefined;
}

const texts: ReadonlySet<string> = new Set(["title", "description", "example", "examples"]);

function commonFirst(members: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const isCommon = (member: unknown) => others.some((other) => isEqual(member, other));
  return [...members.filter(isCommon), ...members.filter((member) => !isCommon(member))];
}
