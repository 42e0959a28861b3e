/** All laws. A law joins by standing here; the ledger's test misses it otherwise. */
import type { Law } from "../model/check.ts";
import * as bodies from "./bodies.ts";
import * as choices from "./choices.ts";
import * as commonFields from "./common-fields.ts";
import { featureListIs200 } from "./feature-list.ts";
import { answered429 } from "./limiter/answered-429.ts";
import { notEarly } from "./limiter/not-early.ts";
import { otherOrganization } from "./limiter/other-organization.ts";
import { recovers } from "./limiter/recovers.ts";
import { refusedWhenExceeded } from "./limiter/refused-when-exceeded.ts";
import { remainingFalls } from "./limiter/remaining-falls.ts";
import { sharedByKeys } from "./limiter/shared-by-keys.ts";
import { sharedByMethods } from "./limiter/shared-by-methods.ts";
import { sharedBySessions } from "./limiter/shared-by-sessions.ts";
import * as headers from "./rate-limit-headers.ts";
import * as references from "./references.ts";
import { resourceLaws } from "./resource-fields.ts";
import type { SequenceLaw } from "./sequence-law.ts";

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
  references.parentResolves,
  references.releaseResolves,
  references.uniqueFeedbackIds,
  ...limiterLaws,
];
