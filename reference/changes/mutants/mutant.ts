/** The reference with exactly one seeded fault. Some check of the suite must fail on it. */

import type { Limiter } from "../../parts/limiter.ts";
import type { Parts } from "../../parts/parts.ts";

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

/** A mutant that changes some of what the limiter is made of. */
export const limiting = (
  id: string,
  clause: string,
  fault: string,
  change: (limiter: Limiter) => Partial<Limiter>,
): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: (parts) => ({ ...parts, limiter: { ...parts.limiter, ...change(parts.limiter) } }),
  });
