/** Gives the alternatives of two schemas the same shape, so that those that are equal are compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import type { Origins } from "./origins.ts";

const lists = ["allOf", "anyOf", "oneOf"];

/**
 * `own`, where it is one of the alternatives that `other` has, as the one alternative; where both have several, those that
 * both have go first.
 */
export function asAlternatives(own: unknown, other: unknown, origins: Origins): unknown {
  if (own === other || typeof own !== "object" || own === null) return own;
  if (Array.isArray(own)) {
    const [list, others]: readonly (readonly unknown[])[] = [own, Array.isArray(other) ? other : []];
    return origins.mark(
      list?.map((item, at) => asAlternatives(item, others?.[at], origins)),
      origins.of(own),
    );
  }
  if (!isRecord(own) || !isRecord(other)) return own;
  for (const key of ["anyOf", "oneOf"]) {
    const members: unknown = other[key];
    if (key in own || !Array.isArray(members)) continue;
    const around = Object.keys(other).filter((each) => JSON.stringify(own[each]) === JSON.stringify(other[each]));
    const inside = Object.fromEntries(Object.entries(own).filter(([each]) => !around.includes(each)));
    const isOne = members.some((member) => JSON.stringify(member) === JSON.stringify(inside));
    if (!isOne) continue;
    const outside = Object.entries(own).filter(([each]) => around.includes(each));
    const origin = origins.of(own);
    return origins.mark({ ...Object.fromEntries(outside), [key]: [origins.mark(inside, origin)] }, origin);
  }
  const entries = Object.entries(own).map(([key, inner]) => {
    const list = lists.includes(key) && Array.isArray(inner) ? sharedFirst(inner, other[key], origins) : inner;
    return [key, asAlternatives(list, other[key], origins)];
  });
  return origins.mark(Object.fromEntries(entries), origins.of(own));
}

function sharedFirst(own: readonly unknown[], other: unknown, origins: Origins): readonly unknown[] {
  const theirs = new Set((Array.isArray(other) ? other : []).map((member) => JSON.stringify(member)));
  const isShared = (member: unknown) => theirs.has(JSON.stringify(member));
  return origins.mark([...own.filter(isShared), ...own.filter((member) => !isShared(member))], origins.of(own));
}

/** `head` with the members of its `allOf`, `anyOf` and `oneOf` where `base` has equal ones. */
export function inOrder(base: unknown, head: unknown, origins: Origins): unknown {
  if (Array.isArray(head)) {
    const list: readonly unknown[] = head;
    return origins.mark(
      list.map((item, at) => inOrder(Array.isArray(base) ? base[at] : undefined, item, origins)),
      origins.of(head),
    );
  }
  if (!isRecord(head)) return head;
  const before = isRecord(base) ? base : {};
  const entries = Object.entries(head).map(([key, inner]) => {
    const counterpart = before[key];
    const isChoice = lists.includes(key) && Array.isArray(inner);
    return [
      key,
      inOrder(counterpart, isChoice ? origins.mark(matched(counterpart, inner), origins.of(inner)) : inner, origins),
    ];
  });
  return origins.mark(Object.fromEntries(entries), origins.of(head));
}

/** Equal members first take the places that they have in `base`; the others fill what is left, in their order. */
function matched(base: unknown, head: readonly unknown[]): readonly unknown[] {
  const before = (Array.isArray(base) ? base : []).map((member) => JSON.stringify(member));
  const left = [...head];
  const places = before.map((text) => {
    const at = left.findIndex((member) => JSON.stringify(member) === text);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return [...places.map((member) => member ?? left.shift()), ...left].filter((member) => member !== undefined);
}
