/**
 * What a script is told by its environment: `BASE_URL`, `KEY_A`, `KEY_A2`, `SESSION_A`, `KEY_B`, `LIMIT`, `WINDOW`, `GRACE`,
 * `DURATION`, `SEED`. Pure: k6 gives `__ENV`, Node `process.env`.
 */
import type { RateLimit } from "../../conformance/check.ts";

/** `KEY_A` and `KEY_A2` are API keys of one organization, `SESSION_A` a session in it, `KEY_B` a key of another. */
export const labels = ["KEY_A", "KEY_A2", "SESSION_A", "KEY_B"] as const;
export type Label = (typeof labels)[number];

export interface Environment {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Of the credentials that there are. */
  readonly tokens: Readonly<Partial<Record<Label, string>>>;
  /** `null`: rate limiting is switched off (`LIMIT=0`). */
  readonly rateLimit: RateLimit | null;
  /** How far a status may lag its submission. */
  readonly graceMs: number;
  /** How long the scenario goes on; undefined: as long as its claim needs. */
  readonly durationSeconds: number | undefined;
  readonly seed: string;
  /** How many k6 processes share the work by execution segments; each then sees only its part of it. */
  readonly instances: number;
  /** Each exchange is written to the console, as one line of JSON. */
  readonly records: boolean;
}

/** Names of the environment's variables to their texts; empty is as good as absent. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Throws an Error whose message says what to set. */
export function readEnvironment(variables: Variables): Environment {
  const told = (name: string) => variables[name]?.trim() || undefined;
  const baseUrl = told("BASE_URL");
  if (baseUrl === undefined || !/^https?:\/\//.test(baseUrl)) {
    throw new Error("set BASE_URL to the API's base address, such as BASE_URL=http://127.0.0.1:8080/api");
  }
  if (/\/v1\/*$/.test(baseUrl)) {
    throw new Error(
      `BASE_URL ends in /v1, with which every path begins: set BASE_URL=${baseUrl.replace(/\/v1\/*$/, "")}`,
    );
  }
  const numberOf = (name: string, least: number): number | undefined => {
    const text = told(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (Number.isFinite(value) && value >= least) return value;
    throw new Error(`set ${name} to a number from ${least} up, not ${text}`);
  };
  const limit = numberOf("LIMIT", 0) ?? 100;
  const windowSeconds = numberOf("WINDOW", 0.001) ?? 60;
  const tokens = labels.flatMap((label) => {
    const token = told(label);
    return token === undefined ? [] : [[label, token] as const];
  });
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    tokens: Object.fromEntries(tokens),
    rateLimit: limit === 0 ? null : { limit, windowSeconds },
    graceMs: (numberOf("GRACE", 0) ?? 5) * 1000,
    durationSeconds: numberOf("DURATION", 0.001),
    seed: told("SEED") ?? "1",
    instances: numberOf("INSTANCES", 1) ?? 1,
    records: told("FPK_RECORD") === "1",
  };
}
