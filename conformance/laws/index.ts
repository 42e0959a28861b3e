/** All laws. A new law is listed here; a test of the ledger fails where one is missing. */
import type { Law, SequenceLaw } from "../model/check.ts";
import * as bodies from "./bodies.ts";
import * as choices from "./choices.ts";
import * as commonFields from "./common-fields.ts";
import { featureListIs200 } from "./feature-list.ts";
import * as refusal from "./limiter/refusal.ts";
import { remainingFalls } from "./limiter/remaining.ts";
import * as sharing from "./limiter/sharing.ts";
import * as headers from "./rate-limit-headers.ts";
import * as references from "./references.ts";
import { resourceLaws } from "./resource-fields.ts";

export const laws: readonly Law[] = [
  bodies.bodyIsJson,
  bodies.bodyHasJsonType,
  commonFields.listsWrapped,
  commonFields.listsBare,
  commonFields.identifierStrings,
  commonFields.uniqueInList,
  commonFields.dateTimes,
  commonFields.zonedDateTimes,
  ...resourceLaws,
  featureListIs200,
  bodies.errorIsObject,
  bodies.errorNamesError,
  bodies.errorIssueShape,
  bodies.errorDeclaredShape,
  bodies.errorNever5xx,
  bodies.keyNeverReturned,
  headers.headersPresent,
  headers.limitIsInteger,
  headers.limitIsDeclared,
  headers.remainingIsInteger,
  headers.remainingInRange,
  headers.resetIsNumeric,
  choices.successCodes,
  choices.errorCodes,
];

export const sequenceLaws: readonly SequenceLaw[] = [
  references.parentResolves,
  references.releaseResolves,
  references.uniqueFeedbackIds,
  remainingFalls,
  refusal.notEarly,
  refusal.refusedWhenExceeded,
  refusal.answered429,
  sharing.sharedByKeys,
  sharing.sharedByMethods,
  sharing.sharedBySessions,
  sharing.otherOrganization,
  refusal.recovers,
];
