/** Options that several verbs share. */
import { UsageError } from "./usage-error.ts";

/** Collects a repeatable option. */
export const collectValues = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

/** Collects a repeatable option whose values are lists of ids, separated by commas. */
export const collectIds = (value: string, all: readonly string[] = []): readonly string[] => [
  ...all,
  ...value.split(","),
];

/** The number given as `--seed`, else a random one. */
export const seedOption = (text: string | undefined): number =>
  numberOption("--seed", text, { whole: true, min: 1 }) ?? 1 + Math.floor(Math.random() * 999_999);

/** Parses the value of an option. Throws `UsageError` for what is not a number from `min` to `max`. */
export function numberOption(
  name: string,
  text: string | undefined,
  {
    whole = false,
    min = 0,
    max = 2 ** 31 - 1,
  }: { readonly whole?: boolean; readonly min?: number; readonly max?: number } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  const digits = Number.isFinite(Number(text)) && !/^-?[\d.]+$/.test(text) ? " written in digits" : "";
  const atLeast = min > 0 ? ` of at least ${min}` : "";
  const range = max < 2 ** 31 - 1 ? ` from ${min} to ${max}` : atLeast;
  throw new UsageError(`${name} takes a ${whole ? "whole " : ""}number${digits}${range}, not ${text}`);
}
