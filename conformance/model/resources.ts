/** The resources of §2: their schemas, identifiers and operations. A test compares them with the contract. */
import type { OperationId } from "../../spec/contract.ts";

export interface Resource {
  /** The word for it in the ids of clauses and checks. */
  readonly key: string;
  /** Its name in the contract's `components.schemas`. */
  readonly schema: string;
  readonly identifier: string;
  readonly listedBy: readonly OperationId[];
  readonly shownBy: readonly OperationId[];
}

const resource = (key: string, schema: string, more: Partial<Resource>): Resource => ({
  key,
  schema,
  identifier: "id",
  listedBy: [],
  shownBy: [],
  ...more,
});

export const resources: readonly Resource[] = [
  resource("product", "Product", { listedBy: ["listProducts"], shownBy: ["getProduct"] }),
  resource("feature", "Feature", { listedBy: ["listFeatures"] }),
  resource("problem", "Problem", { listedBy: ["listProblems"], shownBy: ["getProblem"] }),
  resource("release", "Release", { listedBy: ["listReleases"] }),
  resource("context", "Context", { listedBy: ["listContexts"] }),
  resource("actor", "Actor", { listedBy: ["listActors"] }),
  resource("organization", "Organization", {
    listedBy: ["listOrganizations"],
    shownBy: ["getOrganization", "createOrganization"],
  }),
  resource("member", "Member", { identifier: "userId", listedBy: ["listMembers"] }),
  resource("user", "User", { shownBy: ["getMe"] }),
  resource("installation", "Installation", { shownBy: ["getInstallation"] }),
  resource("acceptance", "FeedbackAcceptance", { identifier: "feedbackId", shownBy: ["submitFeedback"] }),
  resource("feedback-status", "FeedbackStatus", { identifier: "feedbackId", shownBy: ["getFeedbackStatus"] }),
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

/** Fields that hold the identifier of their own resource or of another. */
export const identifierFields: readonly string[] = [
  "id",
  "userId",
  "feedbackId",
  "parentId",
  "releaseId",
  "integrationId",
  "orgId",
];
