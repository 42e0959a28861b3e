/** Which laws a script judges by itself, and how a finding of each binds. Pure. */

import { errorCodes, successCodes } from "../../conformance/laws/choices.ts";
import { dateTimes, zonedDateTimes } from "../../conformance/laws/date-times.ts";
import { identifierStrings } from "../../conformance/laws/identifier-strings.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { resourceLaws } from "../../conformance/laws/resource-fields.ts";
import type { Law, LawContext, RateLimit, SequenceLaw } from "../../conformance/model/check.ts";
import { bodyProblems } from "./body-shapes.ts";

const isShapedHere = ({ id }: Law) => /^(?:acceptance|feedback-status)\./.test(id);

/** They need the contract's schemas, or an overlay's pins, and so the launcher. */
const left = new Set<Law>([
  ...resourceLaws.filter((law) => !isShapedHere(law)),
  identifierStrings,
  dateTimes,
  zonedDateTimes,
  successCodes,
  errorCodes,
]);

/** The laws over one exchange that hold for every response of a script. */
export const exchangeLaws: readonly Law[] = laws.filter((law) => !left.has(law));

export const limiterLaws: readonly SequenceLaw[] = sequenceLaws.filter(({ isLimiter }) => isLimiter);

/** The checks of these laws whose clauses the document implies, and does not state; the ledger's test compares. */
const implied = new Set([
  "body.has-json-type",
  "resource.unique-in-list",
  "feedback-status.all-fields",
  "feedback.unique-ids",
  "error.never-5xx",
  "limit.shared-by-sessions",
  "limit.remaining-in-range",
]);

/** What does not hold of them is a warning, unless it is what the scenario claims. */
export const isImplied = (id: string) => implied.has(id);

export function lawContext(rateLimit: RateLimit | null): LawContext {
  return { rateLimit, problems: bodyProblems, declaredStatuses: () => [] };
}
