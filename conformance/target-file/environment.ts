/** `${NAME}` in the strings of a target file, replaced by environment variables. */
import type { Step } from "../../cli/json-pointer.ts";
import { targetError } from "./target-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const wholeReference = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The variable that is the whole text: `KEY_A` for `${KEY_A}`; `undefined` for any other text. */
export function variableOf(text: unknown): string | undefined {
  return typeof text === "string" ? wholeReference.exec(text)?.[1] : undefined;
}

/**
 * A copy of `json` in which every `${NAME}` of every string is replaced, once: a value is not expanded again.
 * Throws `TargetError` for a variable that is unset or empty and for a `${` without a name and a `}`.
 */
export function expand(json: unknown, env: Environment, where: string, at: readonly Step[] = []): unknown {
  if (typeof json === "string") return expandText(json, env, where, at);
  if (Array.isArray(json)) return json.map((item, index) => expand(item, env, where, [...at, index]));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, expand(value, env, where, [...at, key])] as const),
  );
}

/** The unset variables of a target file, in the order of the file. */
export function unsetVariables(json: unknown, env: Environment): readonly string[] {
  const named = [...JSON.stringify(json ?? null).matchAll(reference)].flatMap(([, name]) => name ?? []);
  return [...new Set(named)].filter((name) => !Object.hasOwn(env, name) || env[name] === undefined);
}

function expandText(text: string, env: Environment, where: string, at: readonly Step[]): string {
  if (text.replace(reference, "").includes("${")) {
    throw targetError(where, at, "`$` and `{` must be followed by a variable's name (letters, digits, `_`) and `}`");
  }
  return text.replace(reference, (_, name: string) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) throw targetError(where, at, `the environment variable ${name} is not set; set it`);
    if (value === "") throw targetError(where, at, `the environment variable ${name} is empty; give it a value`);
    return value;
  });
}
