/**
 * In place of `contract.ts` in a script that only records, for `fpk load`, which judges: without the laws and the validators, which each
 * virtual user would load.
 */

import type { SequenceLaw } from "../../conformance/laws/sequence-law.ts";
import type { Law, LawContext } from "../../conformance/model/check.ts";

export const laws: readonly Law[] = [];
export const sequenceLaws: readonly SequenceLaw[] = [];

/** Of what a script reports itself, nothing is only implied. */
export const isImplied = (_id: string): boolean => false;

export const createLawContext = (rateLimit: LawContext["rateLimit"]): LawContext => ({
  rateLimit,
  declaredStatuses: () => [],
  problems: () => [],
});
