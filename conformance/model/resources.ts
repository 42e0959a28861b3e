/** The resources of §2: which schema, which identifier, which operations answer with it. A test holds this to the contract. */
import type { OperationId } from "../../spec/contract.ts";

export interface Resource {
  /** The word in clause and check ids. */
  readonly key: string;
  /** The name under the contract's `components.schemas`. */
  readonly schema: string;
  readonly identifier: string;
  readonly listedBy: readonly OperationId[];
  readonly shownBy: readonly OperationId[];
}

export const resources: readonly Resource[] = [
  { key: "product", schema: "Product", identifier: "id", listedBy: ["listProducts"], shownBy: ["getProduct"] },
  { key: "feature", schema: "Feature", identifier: "id", listedBy: ["listFeatures"], shownBy: [] },
  { key: "problem", schema: "Problem", identifier: "id", listedBy: ["listProblems"], shownBy: ["getProblem"] },
  { key: "release", schema: "Release", identifier: "id", listedBy: ["listReleases"], shownBy: [] },
  { key: "context", schema: "Context", identifier: "id", listedBy: ["listContexts"], shownBy: [] },
  { key: "actor", schema: "Actor", identifier: "id", listedBy: ["listActors"], shownBy: [] },
  {
    key: "organization",
    schema: "Organization",
    identifier: "id",
    listedBy: ["listOrganizations"],
    shownBy: ["getOrganization", "createOrganization"],
  },
  { key: "member", schema: "Member", identifier: "userId", listedBy: ["listMembers"], shownBy: [] },
  { key: "user", schema: "User", identifier: "id", listedBy: [], shownBy: ["getMe"] },
  { key: "installation", schema: "Installation", identifier: "id", listedBy: [], shownBy: ["getInstallation"] },
  {
    key: "acceptance",
    schema: "FeedbackAcceptance",
    identifier: "feedbackId",
    listedBy: [],
    shownBy: ["submitFeedback"],
  },
  {
    key: "feedback-status",
    schema: "FeedbackStatus",
    identifier: "feedbackId",
    listedBy: [],
    shownBy: ["getFeedbackStatus"],
  },
];

/** Lists in `{ data: [...] }`, and lists that are bare arrays (§2). */
export const wrappedLists: readonly OperationId[] = [
  "listProducts",
  "listFeatures",
  "listProblems",
  "listReleases",
  "listContexts",
  "listActors",
];
export const bareLists: readonly OperationId[] = ["listOrganizations", "listMembers"];

/** Fields that hold the identifier of this resource or of another. */
export const identifierFields: readonly string[] = [
  "id",
  "userId",
  "feedbackId",
  "parentId",
  "releaseId",
  "integrationId",
  "orgId",
];
