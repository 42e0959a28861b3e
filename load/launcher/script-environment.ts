/** The environment variables of a script: target, credentials, and how long to run. Tokens reach k6 only by these variables. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import { roleNames } from "../in-k6/environment.ts";
import type { Roles } from "./roles.ts";

export interface RunSettings {
  readonly duration: number | undefined;
  /** By which factor a response may take longer during a flood than before it. */
  readonly maxLatencyRatio: number | undefined;
  /** Requests a second, virtual users, and stages in k6's notation. */
  readonly rate?: number | undefined;
  readonly users?: number | undefined;
  readonly stages?: string | undefined;
  /** Whether k6 ends a scenario at its first failure. */
  readonly abortOnFail?: boolean | undefined;
  readonly seed: number;
  readonly instances: number;
}

export type LoadedTarget = Pick<Target, "baseUrl" | "rateLimit" | "feedbackGraceSeconds">;

/** The variables that hold no credential. One without a value is set to be empty, so that k6 does not inherit it from the shell. */
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

/** All variables of one script. `sent`: the exchanges before it in the same window. */
export function scriptVariables(
  settings: RunSettings,
  target: LoadedTarget,
  roles: Roles,
  sent: readonly Exchange[],
): Readonly<Record<string, string>> {
  // A scenario exceeds the limit of its first key's organization, which may have another tier.
  const rateLimit = target.rateLimit && (roles.KEY_A?.credential?.rateLimit ?? target.rateLimit);
  const sentTo = (caller: Roles["KEY_A"]) =>
    String(
      sent.filter(({ organization }) => organization === undefined || organization === caller?.organization).length,
    );
  return {
    ...settingVariables(settings, { ...target, rateLimit }),
    ...Object.fromEntries(roleNames.map((role) => [role, roles[role]?.credential?.token ?? ""])),
    FPK_SENT_A: sentTo(roles.KEY_A),
    FPK_SENT_B: sentTo(roles.KEY_B),
    FPK_RECORD: "1",
  };
}
