/** The reference with another legal choice, where the document is silent. No check of the suite may fail on it. */

import type { Change } from "../seams.ts";

/** What a variant chooses. Two variants of one group cannot be joined; any two of different groups can. */
export type VariantGroup =
  | "algorithm"
  | "counting"
  | "remaining"
  | "reset"
  | "expired"
  | "success"
  | "statuses"
  | "foreign"
  | "errors"
  | "fields"
  | "values"
  | "ids"
  | "dates"
  | "lists"
  | "queue"
  | "roles"
  | "installations"
  | "submissions"
  | "profile"
  | "invitations"
  | "organizations"
  | "tokens"
  | "target"
  | "json"
  | "headers"
  | "connection"
  | "others";

export interface Variant {
  /** Unique among clauses, mutants and variants. */
  readonly id: string;
  /** What it does differently, in one line. */
  readonly choice: string;
  readonly group: VariantGroup;
  /** An implied clause does not hold, so that it conforms but not under `--strict`; `reason` says which and why it is legal. */
  readonly strict?: false;
  readonly reason?: string;
  /** Stated clauses that cannot be judged on it, each with the reason. */
  readonly unjudged?: Readonly<Record<string, string>>;
  /** Makes the choice. Pure. */
  readonly change: Change;
}

export const defineVariant = (variant: Variant): Variant => variant;
