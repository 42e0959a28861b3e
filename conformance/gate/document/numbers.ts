/** Numbers of normal forms: integers that a number of JavaScript cannot hold exactly are a `bigint`. */

/** The two compare with each other exactly: `5n < 5.5`. */
export type Exact = number | bigint;

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
