/** Reads and rebuilds JSON values. */
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
