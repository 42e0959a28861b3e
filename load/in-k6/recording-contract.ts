/**
 * Replaces `contract.ts` in a script that only records, since `fpk load` judges. It has no laws and no validators: each virtual user would
 * have to load them.
 */

import type { SequenceLaw } from "../../conformance/laws/sequence-law.ts";
import type { Law, LawContext } from "../../conformance/model/check.ts";

export const laws: readonly Law[] = [];
export const sequenceLaws: readonly SequenceLaw[] = [];

/** Always false: a script that only records reports no check of a clause that the document only implies. */
export const isImplied = (_id: string): boolean => false;

export const createLawContext = (rateLimit: LawContext["rateLimit"]): LawContext => ({
  rateLimit,
  declaredStatuses: () => [],
  problems: () => [],
});
