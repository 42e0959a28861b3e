/** All laws. A new law is listed here; a test of the ledger fails where one is missing. */
import type { Law } from "../model/check.ts";
import { alwaysOwn } from "./always-own.ts";
import * as choices from "./choices.ts";
import { dateTimes, identifierStrings, zonedDateTimes } from "./common-fields.ts";
import { createdOnce } from "./created-once.ts";
import { errorDeclaredShape, errorIsObject, errorIssueShape, errorNamesError, errorNever5xx } from "./errors.ts";
import { featureListIs200 } from "./feature-list-status-200.ts";
import { uniqueFeedbackIds } from "./feedback-unique-ids.ts";
import { identifiersNotEmpty } from "./identifiers-not-empty.ts";
import { uniqueInstallationIds } from "./installation-unique-ids.ts";
import { itemsStayListed } from "./items-stay-listed.ts";
import { bodyHasJsonType, bodyIsJson } from "./json-bodies.ts";
import { keyNeverReturned } from "./key-never-returned.ts";
import { answered429 } from "./limiter/answered-429.ts";
import { noneLeftWhenExceeded } from "./limiter/none-left-when-exceeded.ts";
import { notEarly, wholeLimitServed } from "./limiter/not-early.ts";
import { otherOrganization } from "./limiter/other-organization.ts";
import { recovers } from "./limiter/recovers.ts";
import { refusedWhenExceeded } from "./limiter/refused-when-exceeded.ts";
import { remainingFalls } from "./limiter/remaining-falls.ts";
import { remainingOnErrors } from "./limiter/remaining-on-errors.ts";
import { sharedByKeys, sharedByMethods, sharedBySessions } from "./limiter/shared-limit.ts";
import { windowEnds } from "./limiter/window-ends.ts";
import { listsBare, listsWrapped, organizationsOfUser, uniqueInList } from "./lists.ts";
import { memberEmails } from "./member-email-addresses.ts";
import { organizationHasMembers } from "./organization-has-members.ts";
import { rejectedOrganization } from "./organization-refused-not-created.ts";
import { parentsEnd } from "./parents-end.ts";
import { productListsDiffer } from "./product-lists-differ.ts";
import * as headers from "./rate-limit-headers.ts";
import { parentResolves, releaseResolves } from "./references-resolve.ts";
import { keyRejectedByUsers, rejectedThoughServed } from "./rejected-though-served.ts";
import { resourceLaws } from "./resource-fields.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { steadyAnswers } from "./steady-answers.ts";
import { tenantContextsDisjoint, tenantItemsDisjoint } from "./tenant-items-disjoint.ts";

export const laws: readonly Law[] = [
  bodyIsJson,
  bodyHasJsonType,
  listsWrapped,
  listsBare,
  organizationsOfUser,
  identifierStrings,
  identifiersNotEmpty,
  uniqueInList,
  dateTimes,
  zonedDateTimes,
  ...resourceLaws,
  memberEmails,
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
  remainingOnErrors,
  notEarly,
  wholeLimitServed,
  noneLeftWhenExceeded,
  refusedWhenExceeded,
  answered429,
  sharedByKeys,
  sharedByMethods,
  sharedBySessions,
  otherOrganization,
  recovers,
  windowEnds,
];

export const sequenceLaws = [
  parentResolves,
  parentsEnd,
  releaseResolves,
  createdOnce,
  ...productListsDiffer,
  itemsStayListed,
  steadyAnswers,
  uniqueFeedbackIds,
  uniqueInstallationIds,
  rejectedOrganization,
  organizationHasMembers,
  rejectedThoughServed,
  keyRejectedByUsers,
  alwaysOwn,
  tenantItemsDisjoint,
  tenantContextsDisjoint,
  ...limiterLaws,
];
