/**
 * Reads a script's settings from environment variables: `BASE_URL`, a token for each role (`KEY_A`, …), `LIMIT`, `WINDOW`, `GRACE`,
 * `MAX_LATENCY_RATIO`, `DURATION`, `RATE`, `USERS`, `STAGES`, `ABORT_ON_FAIL`, `SEED`. Pure: k6 passes `__ENV`, Node `process.env`.
 */
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { parseStages, type Stage } from "./stages.ts";

/**
 * `KEY_A` and `KEY_A2` are API keys of one organization, `SESSION_A` a session in it, `EXPIRED_A` an expired key of it,
 * `DENIED_A` a key of it that may not list features; `KEY_B` is a key of another organization.
 */
export const roleNames = ["KEY_A", "KEY_A2", "SESSION_A", "KEY_B", "EXPIRED_A", "DENIED_A"] as const;
export type Role = (typeof roleNames)[number];
export const isRole = (credential: string): credential is Role => (roleNames as readonly string[]).includes(credential);

/** The credential of a request. `unknown`: a token that was never issued, another one in each request. */
export type Sender = Role | "unknown";

export interface Environment {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** A role without a credential is absent. */
  readonly tokens: Readonly<Partial<Record<Role, string>>>;
  /** `null`: rate limiting is switched off (`LIMIT=0`). */
  readonly rateLimit: RateLimit | null;
  /** How long after a submission its status may still be missing. */
  readonly graceMs: number;
  /** By which factor a response may take longer during a flood than before it. */
  readonly maxLatencyRatio: number;
  /** Undefined: as long as the scenario's claim needs. */
  readonly durationSeconds: number | undefined;
  /** Requests a second, virtual users, and stages of either. Undefined: the scenario chooses. */
  readonly rate: number | undefined;
  readonly users: number | undefined;
  readonly stages: readonly Stage[] | undefined;
  /** Whether k6 ends the run at the first failure. */
  readonly abortsOnFail: boolean;
  /** The user's own thresholds, by metric, at which k6 ends the run. */
  readonly abortThresholds: Readonly<Record<string, readonly string[]>>;
  readonly seed: string;
  /** How many k6 processes share the work by execution segments; each sees only its own requests. */
  readonly instances: number;
  /** How many requests `fpk load` has sent for each organization before it started the script. */
  readonly sentBefore: { readonly A: number; readonly B: number };
  /** Whether `fpk load` has started the script and judges it: the script then writes each exchange to the console as a line of JSON. */
  readonly isRecording: boolean;
  /** A file for k6's summary as JSON. */
  readonly summaryFile: string | undefined;
}

/** An empty variable counts as absent. */
type Variables = Readonly<Record<string, string | undefined>>;

/** Throws an Error whose message says which variable to set. */
export function readEnvironment(variables: Variables): Environment {
  const textOf = (name: string) => variables[name]?.trim() || undefined;
  const numberOf = (name: string, minimum: number): number | undefined => {
    const text = textOf(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (Number.isFinite(value) && value >= minimum) return value;
    throw new Error(`set ${name} to a number from ${minimum} up, not ${text}`);
  };
  const limit = numberOf("LIMIT", 0) ?? 100;
  const windowSeconds = numberOf("WINDOW", 0.001) ?? 60;
  const tokens = roleNames.flatMap((role) => {
    const token = textOf(role);
    return token === undefined ? [] : [[role, token] as const];
  });
  return {
    baseUrl: parseBaseUrl(textOf("BASE_URL")),
    tokens: Object.fromEntries(tokens),
    rateLimit: limit === 0 ? null : { limit, windowSeconds },
    graceMs: (numberOf("GRACE", 0) ?? 5) * 1000,
    maxLatencyRatio: numberOf("MAX_LATENCY_RATIO", 1) ?? 5,
    durationSeconds: numberOf("DURATION", 0.001),
    rate: numberOf("RATE", 0.001),
    users: numberOf("USERS", 1),
    stages: stagesOf(textOf("STAGES")),
    abortsOnFail: textOf("ABORT_ON_FAIL") === "1",
    abortThresholds: JSON.parse(textOf("FPK_THRESHOLDS") ?? "{}"),
    seed: textOf("SEED") ?? "1",
    instances: numberOf("INSTANCES", 1) ?? 1,
    sentBefore: { A: numberOf("FPK_SENT_A", 0) ?? 0, B: numberOf("FPK_SENT_B", 0) ?? 0 },
    isRecording: textOf("FPK_RECORD") === "1",
    summaryFile: textOf("FPK_SUMMARY"),
  };
}

function stagesOf(text: string | undefined): readonly Stage[] | undefined {
  if (text === undefined) return undefined;
  const stages = parseStages(text);
  if (stages === undefined)
    throw new Error(
      `set STAGES to stages of virtual users, such as 10s:50,30s:100, or of requests a second, such as 10s:50/s, not ${text}`,
    );
  return stages;
}

function parseBaseUrl(text: string | undefined): string {
  if (text === undefined || !/^https?:\/\//.test(text)) {
    throw new Error("set BASE_URL to the API's base URL, such as BASE_URL=http://127.0.0.1:8080/api");
  }
  const withoutVersion = text.replace(/\/v1\/*$/, "");
  if (withoutVersion !== text) {
    throw new Error(`BASE_URL ends in /v1, with which every path begins: set BASE_URL=${withoutVersion}`);
  }
  return text.replace(/\/+$/, "");
}
