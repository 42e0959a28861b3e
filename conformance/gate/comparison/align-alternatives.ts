/** Gives the alternatives of two schemas the same order, so that equal ones are compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import { circular, isCircular, resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { type Json, list } from "../document/json.ts";
import { inherit, originOf } from "../document/origins.ts";
import { areExclusive } from "./exclusive.ts";

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
  const [written, counterpart] = [resolved(schema), resolved(other)];
  if (!isRecord(written) || !isRecord(counterpart)) return schema;
  if (!isCircular(schema)) return onceForEachPair(alignedSchemas, written, counterpart, alignSchema);
  return onceForEachPair(alignedNodes, written, counterpart, () =>
    circular(() => alignAlternatives(written, counterpart)),
  );
}

/** What was aligned before, by the two that were aligned: the same schemas occur at many places. */
type Aligned = WeakMap<object, WeakMap<object, unknown>>;
const alignedSchemas: Aligned = new WeakMap();
const alignedNodes: Aligned = new WeakMap();

function onceForEachPair(known: Aligned, schema: Json, other: Json, align: (schema: Json, other: Json) => unknown) {
  const byOther = getOrMake(known, schema, () => new WeakMap());
  return getOrMake(byOther, other, () => align(schema, other));
}

function alignSchema(schema: Json, other: Json): unknown {
  if (hasOnly("oneOf", schema) && hasOnly("anyOf", other)) {
    const { oneOf, ...others } = schema;
    const isSame = areExclusive(list(oneOf)) && areExclusive(list(other.anyOf));
    const asAnyOf = inherit(schema, { ...others, anyOf: oneOf, ...(isSame ? {} : { [exactlyOne]: true }) });
    return alignAlternatives(asAnyOf, other);
  }
  const wrapped =
    wrapInList(schema, other, "anyOf") ?? wrapInList(schema, other, "oneOf") ?? wrapInList(schema, other, "allOf");
  if (wrapped !== undefined) return wrapped;
  const entries = Object.entries(schema).map(([key, inner]) => {
    const counterpart = other[key];
    const areLists = ["allOf", "anyOf", "oneOf"].includes(key) && Array.isArray(inner) && Array.isArray(counterpart);
    if (!areLists) return [key, alignAlternatives(inner, counterpart)];
    const counterparts = commonFirst(counterpart, inner);
    const members = inherit(inner, inOrderOf(counterparts, inner));
    return [key, alignAlternatives(members, counterparts)];
  });
  return inherit(schema, Object.fromEntries(entries));
}

/** Marks an `anyOf` that was a `oneOf`, so that the two keywords are compared member by member. */
export const exactlyOne = "x-exactly-one";

const hasOnly = (keyword: "anyOf" | "oneOf", schema: Json) =>
  keyword in schema && !((keyword === "anyOf" ? "oneOf" : "anyOf") in schema);

/**
 * `schema` as `{ [keyword]: [schema] }`, if that is one of the members of `other[keyword]`; what may also be null has null as a member of
 * its own. Keywords that both have stay outside, a discriminator whatever names it has, and so may its texts. Of a part of `allOf` only
 * its texts stay outside: what is beside the list does not concern all that is in it.
 */
function wrapInList(schema: Json, other: Json, keyword: string): Json | undefined {
  if (keyword in schema || !(keyword in other)) return undefined;
  const isCommon = (key: string) =>
    keyword !== "allOf" && key in other && (key === "discriminator" || isEqual(schema[key], other[key]));
  for (const staysOutside of [isCommon, (key: string) => isCommon(key) || texts.has(key)]) {
    const entries = Object.entries(schema);
    const outside = Object.fromEntries(entries.filter(([key]) => staysOutside(key)));
    const inside = Object.fromEntries(entries.filter(([key]) => !staysOutside(key)));
    const isMember = (value: unknown) => list(other[keyword]).some((member) => isEqual(member, value));
    const members = [[inside], keyword === "allOf" ? [] : separatingNull(inside)].find(([member]) => isMember(member));
    if (members !== undefined)
      return inherit(schema, { ...outside, [keyword]: members.map((member) => inherit(schema, member)) });
  }
  return undefined;
}

/** `schema` without null, and null; nothing if it does not allow both. */
function separatingNull(schema: Json): readonly Json[] {
  const { type, enum: values } = schema;
  const types = list(type).filter((each) => each !== "null");
  if (types.length === 0 || types.length === list(type).length) return [];
  const others = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
  return [{ ...schema, ...others, type: types.length === 1 ? types[0] : types }, { type: "null" }];
}

const texts: ReadonlySet<string> = new Set(["title", "description", "example", "examples"]);

/** The members that `others` has, too, then those that have the name of one of them, then the rest. */
function commonFirst(members: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const rank = (member: unknown) => {
    if (others.some((other) => isEqual(member, other))) return 0;
    return others.some((other) => haveSameName(member, other)) ? 1 : 2;
  };
  return inOrder(members, rank);
}

/** The members in the order of those of `others` that they are equal to, or else have the name of, then the rest. */
function inOrderOf(others: readonly unknown[], members: readonly unknown[]): readonly unknown[] {
  return inOrder(members, (member) => {
    const equal = others.findIndex((other) => isEqual(member, other));
    const at = equal >= 0 ? equal : others.findIndex((other) => haveSameName(member, other));
    return at >= 0 ? at : others.length;
  });
}

function inOrder(members: readonly unknown[], rank: (member: unknown) => number): readonly unknown[] {
  const ranks = new Map(members.map((member) => [member, rank(member)]));
  return members.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

function haveSameName(a: unknown, b: unknown): boolean {
  const name = componentOf(a);
  return name !== undefined && name === componentOf(b);
}

/** The name of the component that the schema is; undefined if it is written elsewhere. */
function componentOf(schema: unknown): string | undefined {
  const [components, , name, ...inside] = originOf(resolved(schema))?.tokens ?? [];
  return components === "components" && inside.length === 0 ? name : undefined;
}
