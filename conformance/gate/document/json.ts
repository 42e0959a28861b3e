/** Helpers for JSON objects. */
import { isRecord } from "../../../spec/contract.ts";

export type Json = Record<string, unknown>;

/** The value, if it is an object; otherwise an empty one. */
export const record = (value: unknown): Json => (isRecord(value) ? value : {});

export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0);

/** An object whose keys are in alphabetical order. */
export const fromEntries = (entries: Iterable<readonly [string, unknown]>): Json =>
  Object.fromEntries([...entries].sort(byKey));

/** Both are the same JSON text. In normal forms keys are sorted, so this means the same value. */
export const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
