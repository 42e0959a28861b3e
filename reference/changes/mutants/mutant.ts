/** The reference with exactly one seeded fault. Some check of the suite must fail on it. */

import type { Change } from "../seams.ts";

export interface Mutant {
  /** Unique among clauses, mutants and variants. */
  readonly id: string;
  /** The clause that the fault breaks. */
  readonly clause: string;
  /** What is wrong, in one line. */
  readonly fault: string;
  /** Seeds the fault. Pure. */
  readonly change: Change;
}

export const defineMutant = (mutant: Mutant): Mutant => mutant;
