/** The environment variables of a script: the target, the credentials, and how long to run. Tokens reach k6 in no other way. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import { roleNames } from "../in-k6/environment.ts";
import type { Roles } from "./roles.ts";

export interface RunSettings {
  readonly duration: number | undefined;
  /** How many times its latency before a flood a response may take during it. */
  readonly maxLatencyRatio: number | undefined;
  /** Requests a second, virtual users, and stages as k6 writes them. */
  readonly rate?: number | undefined;
  readonly users?: number | undefined;
  readonly stages?: string | undefined;
  /** k6 ends a scenario at its first failure. */
  readonly abortOnFail?: boolean | undefined;
  readonly seed: number;
  readonly instances: number;
}

export type LoadedTarget = Pick<Target, "baseUrl" | "rateLimit" | "feedbackGraceSeconds">;

/** Everything but credentials. An empty variable hides one of the same name that is set for another purpose. */
export function settingVariables(
  settings: RunSettings,
  { baseUrl, rateLimit, feedbackGraceSeconds }: LoadedTarget,
): Readonly<Record<string, string>> {
  const { duration, maxLatencyRatio, rate, users, stages, abortOnFail, seed, instances } = settings;
  const textOf = (value: number | string | undefined) => (value === undefined ? "" : String(value));
  return {
    BASE_URL: baseUrl,
    LIMIT: String(rateLimit?.limit ?? 0),
    WINDOW: String(rateLimit?.windowSeconds ?? 60),
    GRACE: String(feedbackGraceSeconds),
    MAX_LATENCY_RATIO: textOf(maxLatencyRatio),
    DURATION: textOf(duration),
    RATE: textOf(rate),
    USERS: textOf(users),
    STAGES: textOf(stages),
    ABORT_ON_FAIL: abortOnFail === true ? "1" : "",
    SEED: String(seed),
    INSTANCES: String(instances),
  };
}

/** The tokens, by role. */
function tokenVariables(roles: Roles): Readonly<Record<string, string>> {
  return Object.fromEntries(roleNames.map((role) => [role, roles[role]?.credential?.token ?? ""]));
}

/** All that one scenario is given. `sent`: what was sent before it in the same window. */
export function scriptVariables(
  settings: RunSettings,
  target: LoadedTarget,
  roles: Roles,
  sent: readonly Exchange[],
): Readonly<Record<string, string>> {
  // What a scenario crosses is the limit of its first key's organization.
  const rateLimit = target.rateLimit && (roles.KEY_A?.credential?.rateLimit ?? target.rateLimit);
  return {
    ...settingVariables(settings, { ...target, rateLimit }),
    ...tokenVariables(roles),
    ...sentVariables(roles, sent),
    FPK_RECORD: "1",
  };
}

/** How much was sent to each organization before the script: what its window has lost is no other's doing. */
function sentVariables({ KEY_A, KEY_B }: Roles, sent: readonly Exchange[]): Readonly<Record<string, string>> {
  const countOf = (caller: Roles["KEY_A"]) =>
    sent.filter(({ organization }) => organization === undefined || organization === caller?.organization).length;
  return { FPK_SENT_A: String(countOf(KEY_A)), FPK_SENT_B: String(countOf(KEY_B)) };
}
