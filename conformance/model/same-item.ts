/** Whether two objects show the same item. Laws import this file, also inside k6: no npm. */
import type { Listed } from "./body.ts";

/** Two spellings of the same time are equal. */
export function isSameValue(name: string, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const areTimes = name === "createdAt" && typeof a === "string" && typeof b === "string";
  return areTimes && Date.parse(a) === Date.parse(b);
}

/**
 * The identifiers are equal, and so are slug, name and createdAt, as far as both show them; and both show a name or a
 * createdAt. An identifier alone proves nothing: two organizations, or two products, may use the same.
 */
export function isSameItem(a: Listed, b: Listed): boolean {
  const isShown = (name: string) => a.fields[name] !== undefined && b.fields[name] !== undefined;
  const isEqual = (name: string) => isSameValue(name, a.fields[name], b.fields[name]);
  const shown = ["slug", "name", "createdAt"].filter(isShown);
  return a.id === b.id && shown.some((name) => name !== "slug") && shown.every(isEqual);
}

export const includesItem = (items: readonly Listed[], item: Listed) => items.some((other) => isSameItem(other, item));
