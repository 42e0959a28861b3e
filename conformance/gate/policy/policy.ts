/** What a repository decides about its own contract: `fpk.gate.yaml` beside it, whose schema is `policy.schema.json`. */
import type { Kind, Party } from "../judge/effects.ts";

/** A breaking change that the repository has agreed to. */
export interface Allowance {
  /** The id of a rule, as `fpk gate --rules` lists it. */
  readonly rule: string;
  /** JSON pointer into the main file of the contract, or `schemas/product.yaml#/properties/name` into another: the change is there or below. */
  readonly pointer?: string;
  /** An operationId of BASE or HEAD, or `GET /v1/products` if there is none. Without it the entry is about every operation. */
  readonly operation?: string;
  readonly reason: string;
  /** The last day on which it holds, `2027-01-31`. */
  readonly until?: string;
  /** `info.version` need not be raised for the change. */
  readonly waivesVersion?: boolean;
}

/** How severe a finding of Redocly's linter is; `off` is not reported. */
export type LintSeverity = "error" | "warning" | "off";

export interface Policy {
  /** Whose verdict counts. */
  readonly for?: Party | "everybody";
  /** Whether `info.version` must be raised as the changes ask; a new major version may allow breaking ones. */
  readonly version?: "required" | "major-allows-breaking" | "off";
  /** What a rule counts as, by its id. */
  readonly severity?: Readonly<Record<string, Kind>>;
  readonly allow?: readonly Allowance[];
  /** The severity of each rule of Redocly that the policy names. */
  readonly lint?: Readonly<Record<string, LintSeverity>>;
  /** The least number of days between a deprecation and its sunset. */
  readonly deprecation?: number;
}

/** By what changes are judged: the policy, the party and the date. */
export interface Settings {
  /** Whose verdict counts; both by default. */
  readonly party?: Party | undefined;
  readonly policy: Policy;
  /** The policy is BASE's, whatever HEAD has. */
  readonly isByBasePolicy?: boolean;
  /** The date in UTC, `2027-01-31`. */
  readonly today: string;
}

export const defaultSettings: Settings = { policy: {}, today: new Date().toISOString().slice(0, 10) };
