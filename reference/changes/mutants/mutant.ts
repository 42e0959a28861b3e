/** A mutant: the reference with exactly one seeded fault. A check of the fault's clause must fail on it. */
import type { Change } from "../seams/replace.ts";

export interface Mutant {
  /** The id is unique among clauses, mutants and variants. */
  readonly id: string;
  /** The id of the clause that the fault violates. */
  readonly clause: string;
  /** A sentence that says what the faulty server does; `fpk explain` prints it. */
  readonly fault: string;
  /** Seeds the fault. Its variables belong to one started server, so they are inside the function. */
  readonly change: Change;
}

export const defineMutant = (mutant: Mutant): Mutant => mutant;

/** Mutants that violate the same clause, by their ids. */
export const mutantsOf = (
  clause: string,
  faults: Readonly<Record<string, Pick<Mutant, "fault" | "change">>>,
): readonly Mutant[] => Object.entries(faults).map(([id, mutant]) => ({ id, clause, ...mutant }));
