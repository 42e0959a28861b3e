/** Numbers of normal forms: integers that are written with more digits than a number of JavaScript surely keeps are a `bigint`. */

/** The two compare with each other exactly: `5n < 5.5`. */
export type Exact = number | bigint;

/** Also if one is a `bigint`: `100000000000000000000` and `1e20`. */
export const areSameNumber = (a: unknown, b: unknown): boolean => isNumber(a) && isNumber(b) && a <= b && a >= b;

export const isNumber = (value: unknown): value is Exact => typeof value === "number" || typeof value === "bigint";

export const isInteger = (value: unknown): boolean => typeof value === "bigint" || Number.isInteger(value);

/** It may have been rounded when it was parsed. */
export const mayBeRounded = (value: unknown): value is number =>
  Number.isInteger(value) && !Number.isSafeInteger(value);

export const minOf = (first: Exact, ...others: readonly Exact[]): Exact =>
  others.reduce((a, b) => (b < a ? b : a), first);

export const maxOf = (first: Exact, ...others: readonly Exact[]): Exact =>
  others.reduce((a, b) => (b > a ? b : a), first);

/** As JSON, with all digits. */
export const jsonText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `\u0000${inner}` : inner))?.replace(
    /"\\u0000(-?\d+)"/g,
    "$1",
  );
