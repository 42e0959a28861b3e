/** A variant: the reference with another choice where the document is silent. No check of the suite may fail on it. */
import type { Change } from "../seams/replace.ts";

/** The subject of a variant's choice. Variants of one group exclude each other; variants of different groups do not. */
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
  /** The id is unique among clauses, mutants and variants. */
  readonly id: string;
  /** A sentence that says what the server does differently; `fpk explain` prints it. */
  readonly choice: string;
  readonly group: VariantGroup;
  /**
   * False if an implied clause does not hold, so that the variant does not conform under `--strict`. `reason` says which
   * clause, and why the choice is legal.
   */
  readonly strict?: false;
  readonly reason?: string;
  /** The stated clauses that cannot be judged on this variant, each with the reason. */
  readonly unjudged?: Readonly<Record<string, string>>;
  /** Groups whose variants change what this choice is made of, so that it is not combined with them. */
  readonly excludes?: readonly VariantGroup[];
  /** Makes the choice. Pure. */
  readonly change: Change;
}

export const defineVariant = (variant: Variant): Variant => variant;

/** Variants of one group, by their ids. */
export const variantsOf = (
  group: VariantGroup,
  choices: Readonly<Record<string, Omit<Variant, "id" | "group">>>,
): readonly Variant[] => Object.entries(choices).map(([id, variant]) => ({ id, group, ...variant }));
