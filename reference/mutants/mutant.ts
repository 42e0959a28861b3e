/** The reference with exactly one seeded fault. Some check of the suite must fail on it. */

import type { Parts } from "../parts.ts";

export interface Mutant {
  /** Unique among checks, clauses and mutants. */
  readonly id: string;
  /** The clause that the fault breaks. */
  readonly clause: string;
  /** What is wrong, in one line of words. */
  readonly fault: string;
  /** The parts with one seam replaced. Pure. */
  change(parts: Parts): Parts;
}

export const defineMutant = (mutant: Mutant): Mutant => mutant;
