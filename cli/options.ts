/** Reading of options that several verbs share. */
import { UsageError } from "./usage-error.ts";

/** Collects a repeatable option. */
export const collectValues = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

/** Collects a repeatable option that takes several ids with a comma between two. */
export const collectIds = (value: string, all: readonly string[] = []): readonly string[] => [
  ...all,
  ...value.split(","),
];

/** `--seed` as it is typed, or any. */
export const seedOption = (text: string | undefined): number =>
  numberOption("--seed", text, { whole: true }) ?? 1 + Math.floor(Math.random() * 999_999);

/** A number as it is typed; throws `UsageError` where it is none, or below `least`. */
export function numberOption(
  name: string,
  text: string | undefined,
  { whole = false, least: min = 0 }: { readonly whole?: boolean; readonly least?: number } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= 2 ** 31 - 1 && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(
    `${name} takes a ${whole ? "whole " : ""}number${min > 0 ? ` of at least ${min}` : ""}, not ${text}`,
  );
}
