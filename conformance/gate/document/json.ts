/** Helpers for JSON values. */
import { isRecord } from "../../../spec/contract.ts";

export type Json = Record<string, unknown>;

/** The value, if it is an object; otherwise an empty one. */
export const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** The value, if it is a list; otherwise an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  Number(a > b) - Number(a < b);

/** An object whose keys are in alphabetical order. */
export const fromEntries = (entries: readonly (readonly [string, unknown])[]): Json =>
  Object.fromEntries(isSorted(entries) ? entries : entries.toSorted(byKey));

/** Most are: what was sorted once is often converted again. */
const isSorted = (entries: readonly (readonly [string, unknown])[]) =>
  entries.every(([key], at) => at === 0 || (entries[at - 1]?.[0] ?? "") <= key);

/** An object with each value, and optionally each key, replaced; its keys are in alphabetical order. */
export const mapEntries = (value: unknown, convert: (inner: unknown) => unknown, rename = (key: string) => key): Json =>
  fromEntries(Object.entries(record(value)).map(([key, inner]) => [rename(key), convert(inner)] as const));

export function without(value: Json, key: string): Json {
  const { [key]: _, ...rest } = value;
  return rest;
}

/** The pairs that were found equal before, because the same nodes occur at many places. */
const equal = new WeakMap<object, WeakSet<object>>();

/** Both are the same JSON value, whatever the order of their keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (equal.get(a)?.has(b)) return true;
  if (Array.isArray(a) !== Array.isArray(b) || !hasEqualMembers(a, b)) return false;
  const others = equal.get(a);
  if (others === undefined) equal.set(a, new WeakSet([b]));
  else others.add(b);
  return true;
}

const hasEqualMembers = (a: object, b: object) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, inner]) => Object.hasOwn(b, key) && isEqual(inner, Reflect.get(b, key)));
