/** The operations that a case is about, for results without exchanges: of cases that were skipped, or that reuse the requests of others. */
import { type OperationId, operationIds } from "../../../spec/contract.ts";

const belowProducts: readonly OperationId[] = [
  "getProduct",
  "listFeatures",
  "listProblems",
  "getProblem",
  "listReleases",
  "listContexts",
  "listActors",
];

/** Operations by the id of the case, or by its first word. */
const operations: Readonly<Record<string, readonly OperationId[]>> = {
  submission: ["submitFeedback"],
  invitation: ["inviteMember"],
  feedback: ["submitFeedback", "getFeedbackStatus"],
  installation: ["getInstallation"],
  profile: ["getMe", "updateMe"],
  "auth.expired-key": operationIds,
  "auth.malformed-credentials": operationIds,
  "auth.no-credentials": operationIds,
  "auth.session-on-every-read": belowProducts,
  "auth.session-submits": ["submitFeedback"],
  "auth.unknown-token": operationIds,
  "error.incomplete-bodies": ["submitFeedback", "createOrganization", "inviteMember"],
  "organization.creation-kept": ["createOrganization", "getOrganization"],
  "organization.creation-listed": ["createOrganization", "listOrganizations"],
  "scope.every-list": belowProducts,
  "scope.feedback-for-every-product": ["submitFeedback"],
  "scope.feedback-for-products": ["submitFeedback"],
  "scope.foreign-organization": ["getOrganization", "listMembers", "inviteMember"],
  "scope.foreign-products": belowProducts,
  "scope.foreign-references": ["submitFeedback"],
  "scope.foreign-feedback-status": ["getFeedbackStatus"],
  "scope.foreign-submission": ["submitFeedback"],
  "scope.listed-products": ["listProducts", "getProduct"],
  "scope.members-disjoint": ["listContexts", "listActors", "listMembers"],
  "scope.new-organization": ["getOrganization"],
  "scope.other-directions": ["getFeedbackStatus", "submitFeedback"],
  "scope.session-organizations": ["getOrganization", "listMembers"],
  "scope.lists-disjoint": ["listProducts", "listFeatures", "listProblems", "listReleases", "listOrganizations"],
};

/** Undefined for a case about the whole API. */
export const operationsOfCase = (id: string): readonly OperationId[] | undefined =>
  operations[id] ?? operations[id.split(".")[0] ?? ""];

/** The keys of `operations`: ids of cases, and first words of ids. */
export const namedCases = Object.keys(operations);
