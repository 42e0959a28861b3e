/** Makes a target from a target file or from options. Every fault in these is a `TargetError`. */
import { existsSync, readFileSync } from "node:fs";
import { whyUnreadable } from "../../cli/read-file.ts";
import { type RateLimit, standardTier } from "../model/rate-limit.ts";
import { parseBaseUrl } from "./base-url.ts";
import { parseCredentials } from "./credentials.ts";
import { type Environment, expand, unsetVariables, variableOf } from "./environment.ts";
import { parseJson } from "./json-syntax.ts";
import { requireShape } from "./shape.ts";
import type { Target } from "./target.ts";
import { targetError } from "./target-error.ts";

export type { Environment } from "./environment.ts";
export { TargetError } from "./target-error.ts";

/**
 * The target in the parsed JSON of a target file. `where`: the file's name for messages. `flags` override its
 * `rateLimit`. Throws `TargetError` for every fault.
 */
export function parseTarget(json: unknown, env: Environment, where: string, flags: Partial<RateLimit> = {}): Target {
  const unset = unsetVariables(json, env);
  if (unset.length > 1) {
    throw targetError(where, [], `the environment variables ${unset.join(", ")} are not set; set them`);
  }
  const file = requireShape(expand(json, env, where), where);
  const isByFlags = Object.keys(flags).length > 0;
  const rateLimit = file.rateLimit === null && !isByFlags ? null : { ...standardTier, ...file.rateLimit, ...flags };
  const entries = (file.credentials ?? []).map((entry, index) => ({
    ...entry,
    variable: variableOf(tokenAt(json, index)),
    at: ["credentials", index, "token"],
  }));
  return {
    baseUrl: parseBaseUrl(file.baseUrl, where, ["baseUrl"]),
    credentials: parseCredentials(entries, where, rateLimit),
    rateLimit,
    ...(file.rateLimit === undefined && flags.limit === undefined ? { isTierAssumed: true } : {}),
    feedbackGraceSeconds: file.feedbackGraceSeconds ?? 5,
  };
}

/** The target that the file at `path` describes. Throws `TargetError`, also if the file does not exist or is not JSON. */
export function readTargetFile(path: string, env: Environment, flags: Partial<RateLimit> = {}): Target {
  const json = parseJson(readText(path), (fault) => targetError(path, [], fault));
  return parseTarget(json, env, path, flags);
}

/**
 * The target of `fpk check URL --key env:NAME`, with the Standard tier's limit unless `rateLimit` gives another. A key
 * that is not `env:NAME` is the token itself, with the label `KEY_1` and so on. Throws `TargetError`.
 */
export function targetFromFlags(flags: {
  readonly url: string;
  readonly keys: readonly string[];
  readonly env: Environment;
  readonly rateLimit?: Partial<RateLimit>;
}): Target {
  const { rateLimit = {} } = flags;

  const entries = flags.keys.map((key) => {
    const variable = key.startsWith("env:") ? key.slice("env:".length) : undefined;
    return { token: variable === undefined ? key : fromEnvironment(variable, flags.env), variable, at: [] };
  });
  return {
    baseUrl: parseBaseUrl(flags.url, "URL", []),
    credentials: parseCredentials(entries, "--key", standardTier),
    rateLimit: { ...standardTier, ...rateLimit },
    ...(rateLimit.limit === undefined ? { isTierAssumed: true } : {}),
    feedbackGraceSeconds: 5,
  };
}

function fromEnvironment(variable: string, env: Environment): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw targetError("--key", [], "`env:` must be followed by a variable's name (letters, digits, `_`)");
  }
  return String(expand(`\${${variable}}`, env, "--key"));
}

/** The token as the file writes it, before variables are replaced. */
function tokenAt(json: unknown, index: number): unknown {
  const { credentials } = json as { credentials?: readonly { token?: unknown }[] };
  return credentials?.[index]?.token;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const hint = existsSync(path) ? whyUnreadable(error) : "there is no such file; `fpk init` writes one";
    throw targetError(path, [], hint);
  }
}
