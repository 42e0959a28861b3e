/** Gives the alternatives of two schemas the same order, so that equal ones are compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import { isEqual, record } from "../document/json.ts";
import type { Origins } from "../document/origins.ts";

const lists = ["allOf", "anyOf", "oneOf"];

/**
 * `schema`, where it is one of the alternatives that `other` has, as a list of this one alternative. Where both have several,
 * those that both have come first.
 */
export function asAlternatives(schema: unknown, other: unknown, origins: Origins): unknown {
  if (schema === other || typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) {
    const items: readonly unknown[] = schema;
    return origins.inherit(
      schema,
      items.map((item, at) => asAlternatives(item, Array.isArray(other) ? other[at] : undefined, origins)),
    );
  }
  if (!isRecord(schema) || !isRecord(other)) return schema;
  for (const key of ["anyOf", "oneOf"]) {
    const wrapped = key in schema ? undefined : wrapInList(schema, other, key, origins);
    if (wrapped !== undefined) return wrapped;
  }
  const entries = Object.entries(schema).map(([key, inner]) => {
    const list = lists.includes(key) && Array.isArray(inner) ? sharedFirst(inner, other[key], origins) : inner;
    return [key, asAlternatives(list, other[key], origins)];
  });
  return origins.inherit(schema, Object.fromEntries(entries));
}

type Schema = Readonly<Record<string, unknown>>;

/** `schema` as `{ [keyword]: [schema] }`, if that is one of the members of `other[keyword]`. Keywords that both have stay outside. */
function wrapInList(schema: Schema, other: Schema, keyword: string, origins: Origins): Schema | undefined {
  const members: unknown = other[keyword];
  if (!Array.isArray(members)) return undefined;
  const isShared = (key: string) => key in other && isEqual(schema[key], other[key]);
  const [outside, inside] = [isShared, (key: string) => !isShared(key)].map((belongs) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => belongs(key))),
  );
  if (!members.some((member) => isEqual(member, inside))) return undefined;
  return origins.inherit(schema, { ...outside, [keyword]: [origins.inherit(schema, inside)] });
}

function sharedFirst(members: readonly unknown[], other: unknown, origins: Origins): readonly unknown[] {
  const others = new Set((Array.isArray(other) ? other : []).map((member) => JSON.stringify(member)));
  const isShared = (member: unknown) => others.has(JSON.stringify(member));
  return origins.inherit(members, [...members.filter(isShared), ...members.filter((member) => !isShared(member))]);
}

/** `head` with the members of its `allOf`, `anyOf` and `oneOf` at the positions where `base` has equal ones. */
export function inOrder(base: unknown, head: unknown, origins: Origins): unknown {
  if (Array.isArray(head)) {
    const items: readonly unknown[] = head;
    return origins.inherit(
      head,
      items.map((item, at) => inOrder(Array.isArray(base) ? base[at] : undefined, item, origins)),
    );
  }
  if (!isRecord(head)) return head;
  const entries = Object.entries(head).map(([key, inner]) => {
    const before = record(base)[key];
    const isList = lists.includes(key) && Array.isArray(inner);
    return [key, inOrder(before, isList ? origins.inherit(inner, inPositions(before, inner)) : inner, origins)];
  });
  return origins.inherit(head, Object.fromEntries(entries));
}

/** Equal members first take the positions that they have in `base`; the others fill the remaining ones, in their order. */
function inPositions(base: unknown, head: readonly unknown[]): readonly unknown[] {
  const rest = [...head];
  const positions = (Array.isArray(base) ? base : []).map((member) => {
    const at = rest.findIndex((each) => isEqual(each, member));
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  });
  return [...positions.map((member) => member ?? rest.shift()), ...rest].filter((member) => member !== undefined);
}
