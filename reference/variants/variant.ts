/** The reference with another legal choice, where the document is silent. No check of the suite may fail on it. */

import type { Parts } from "../parts.ts";

export interface Variant {
  /** Unique among variants and mutants. */
  readonly id: string;
  /** What it does differently, in one line of words. */
  readonly choice: string;
  /** The parts with one seam replaced. Pure. */
  change(parts: Parts): Parts;
}

export const defineVariant = (variant: Variant): Variant => variant;
