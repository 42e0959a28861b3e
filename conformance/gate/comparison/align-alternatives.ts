/** Gives the alternatives of two schemas the same order, so that equal ones are compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import { isEqual } from "../document/json.ts";
import type { Origins } from "../document/origins.ts";

const lists = ["allOf", "anyOf", "oneOf"];

type Schema = Readonly<Record<string, unknown>>;

/**
 * `schema` with the alternatives that `other` has, too, before the others. If it is itself an alternative of `other`, it
 * becomes a list of this alternative. Members are sorted in normal forms, so the common ones have the same order in both.
 */
export function alignAlternatives(schema: unknown, other: unknown, origins: Origins): unknown {
  if (isEqual(schema, other)) return schema;
  if (Array.isArray(schema)) {
    const [items, others]: readonly (readonly unknown[])[] = [schema, Array.isArray(other) ? other : []];
    return origins.inherit(
      schema,
      items?.map((item, at) => alignAlternatives(item, others?.[at], origins)),
    );
  }
  if (!isRecord(schema) || !isRecord(other)) return schema;
  for (const key of ["anyOf", "oneOf"]) {
    const wrapped = key in schema ? undefined : wrapInList(schema, other, key, origins);
    if (wrapped !== undefined) return wrapped;
  }
  const entries = Object.entries(schema).map(([key, inner]) => {
    const counterpart = other[key];
    if (!lists.includes(key) || !Array.isArray(inner) || !Array.isArray(counterpart))
      return [key, alignAlternatives(inner, counterpart, origins)];
    const members = origins.inherit(inner, commonFirst(inner, counterpart));
    return [key, alignAlternatives(members, commonFirst(counterpart, inner), origins)];
  });
  return origins.inherit(schema, Object.fromEntries(entries));
}

/** `schema` as `{ [keyword]: [schema] }`, if that is one of the members of `other[keyword]`. Keywords that both have stay outside. */
function wrapInList(schema: Schema, other: Schema, keyword: string, origins: Origins): Schema | undefined {
  const members: unknown = other[keyword];
  if (!Array.isArray(members)) return undefined;
  const isCommon = (key: string) => key in other && isEqual(schema[key], other[key]);
  const [outside, inside] = [isCommon, (key: string) => !isCommon(key)].map((belongs) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => belongs(key))),
  );
  if (!members.some((member) => isEqual(member, inside))) return undefined;
  return origins.inherit(schema, { ...outside, [keyword]: [origins.inherit(schema, inside)] });
}

function commonFirst(members: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const texts = new Set(others.map((member) => JSON.stringify(member)));
  const isCommon = (member: unknown) => texts.has(JSON.stringify(member));
  return [...members.filter(isCommon), ...members.filter((member) => !isCommon(member))];
}
