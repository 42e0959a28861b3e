/** What a repository decides about its own contract: `fpk.gate.yaml` beside it, whose schema is `policy.schema.json`. */
import type { Kind, Party } from "../judge/effects.ts";

export interface Allowance {
  readonly rule: string;
  readonly pointer?: string;
  readonly operation?: string;
  readonly reason: string;
  /** The last day on which it holds, `2027-01-31`. */
  readonly until?: string;
  readonly waivesVersion?: boolean;
}

export type LintSeverity = "error" | "warning" | "off";

export interface Policy {
  readonly for?: Party | "everybody";
  readonly version?: "required" | "major-allows-breaking" | "off";
  readonly severity?: Readonly<Record<string, Kind>>;
  readonly allow?: readonly Allowance[];
  readonly lint?: Readonly<Record<string, LintSeverity>>;
  /** Days. */
  readonly deprecation?: number;
}

/** What changes are judged by. */
export interface Settings {
  /** Whose verdict counts; both by default. */
  readonly party?: Party | undefined;
  readonly policy: Policy;
  /** The date in UTC, `2027-01-31`. */
  readonly today: string;
}

export const defaultSettings: Settings = { policy: {}, today: new Date().toISOString().slice(0, 10) };
