/** Whether two objects show the same item. Laws import this file, also inside k6: no npm. */
import type { Listed } from "./body.ts";

/** Two spellings of the same time are equal. */
export function isSameValue(name: string, a: unknown, b: unknown): boolean {
  return a === b || (name === "createdAt" && typeof a === "string" && typeof b === "string" && isSameTime(a, b));
}

/** The zones may differ. If one has fewer digits, as in a list or from a cache, the times may differ by less than a second. */
export function isSameTime(a: string, b: string): boolean {
  const [inA, inB] = [fractionOf(a), fractionOf(b)];
  const apart = Math.abs(Date.parse(a) - Date.parse(b));
  return a === b || (inA.length === inB.length ? inA === inB && apart === 0 : !(apart >= 1000));
}

const fractionOf = (time: string) => /[.,](\d+)/.exec(time)?.[1] ?? "";

/**
 * The identifiers are equal, and so are slug, name and createdAt, as far as both show them; and both show a name or a
 * createdAt. An identifier alone proves nothing: two organizations, or two products, may use the same. Contexts and actors have no
 * createdAt, so their descriptions are compared.
 */
export function isSameItem(a: Listed, b: Listed): boolean {
  const isShown = (name: string) => a.fields[name] !== undefined && b.fields[name] !== undefined;
  const isEqual = (name: string) => isSameValue(name, a.fields[name], b.fields[name]);
  const shown = ["slug", "name", isShown("createdAt") ? "createdAt" : "description"].filter(isShown);
  const isNamed = shown.includes("name") || shown.includes("createdAt");
  return a.id === b.id && isNamed && shown.every(isEqual);
}

export const includesItem = (items: readonly Listed[], item: Listed) => items.some((other) => isSameItem(other, item));
