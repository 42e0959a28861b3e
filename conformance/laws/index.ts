/** All laws. A new law is listed here; a test of the ledger fails where one is missing. */
import type { Law } from "../model/check.ts";
import { bodyHasJsonType } from "./body-has-json-type.ts";
import { bodyIsJson } from "./body-is-json.ts";
import * as choices from "./choices.ts";
import { dateTimes, zonedDateTimes } from "./date-times.ts";
import { errorDeclaredShape } from "./error-declared-shape.ts";
import { errorIsObject } from "./error-is-object.ts";
import { errorIssueShape } from "./error-issue-shape.ts";
import { errorNamesError } from "./error-names-error.ts";
import { errorNever5xx } from "./error-never-5xx.ts";
import { featureListIs200 } from "./feature-list.ts";
import { identifierStrings } from "./identifier-strings.ts";
import { keyNeverReturned } from "./key-never-returned.ts";
import { answered429 } from "./limiter/answered-429.ts";
import { notEarly } from "./limiter/not-early.ts";
import { otherOrganization } from "./limiter/other-organization.ts";
import { recovers } from "./limiter/recovers.ts";
import { refusedWhenExceeded } from "./limiter/refused-when-exceeded.ts";
import { remainingFalls } from "./limiter/remaining-falls.ts";
import { sharedByKeys } from "./limiter/shared-by-keys.ts";
import { sharedByMethods } from "./limiter/shared-by-methods.ts";
import { sharedBySessions } from "./limiter/shared-by-sessions.ts";
import { listsBare, listsWrapped } from "./list-shapes.ts";
import * as headers from "./rate-limit-headers.ts";
import { parentResolves, releaseResolves } from "./references-resolve.ts";
import { resourceLaws } from "./resource-fields.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { uniqueFeedbackIds } from "./unique-feedback-ids.ts";
import { uniqueInList } from "./unique-in-list.ts";

export const laws: readonly Law[] = [
  bodyIsJson,
  bodyHasJsonType,
  listsWrapped,
  listsBare,
  identifierStrings,
  uniqueInList,
  dateTimes,
  zonedDateTimes,
  ...resourceLaws,
  featureListIs200,
  errorIsObject,
  errorNamesError,
  errorIssueShape,
  errorDeclaredShape,
  errorNever5xx,
  keyNeverReturned,
  headers.headersPresent,
  headers.limitIsInteger,
  headers.limitIsDeclared,
  headers.remainingIsInteger,
  headers.remainingInRange,
  headers.resetIsNumeric,
  choices.successCodes,
  choices.errorCodes,
];

export const limiterLaws: readonly SequenceLaw[] = [
  remainingFalls,
  notEarly,
  refusedWhenExceeded,
  answered429,
  sharedByKeys,
  sharedByMethods,
  sharedBySessions,
  otherOrganization,
  recovers,
];

export const sequenceLaws: readonly SequenceLaw[] = [
  parentResolves,
  releaseResolves,
  uniqueFeedbackIds,
  ...limiterLaws,
];
