/** What is derived from processed feedback (§1): a problem, or a feature where one is requested, to be reviewed. */
import type { FeedbackRow } from "../store/feedback.ts";
import type { FeatureRow, ProblemRow } from "../store/product-content.ts";
import type { Queue } from "./queue.ts";

export interface Knowledge {
  /** The kind of resource that a processed submission becomes; undefined if it becomes none. */
  kindOf(feedback: FeedbackRow): "problem" | "feature" | undefined;
}

/** No resource is derived from feedback. */
export const noKnowledge: Knowledge = { kindOf: () => undefined };

/** Feedback becomes a problem or a feature of its product. */
export const derivedKnowledge: Knowledge = {
  kindOf({ outcome, feedbackType }) {
    if (outcome === "failed") return undefined;
    return feedbackType === "feature_request" ? "feature" : "problem";
  },
};

/** A queue whose `resultUrl` is that of the derived problem, or of the list of features, as a single feature has no endpoint. */
export const leadingToKnowledge = (queue: Queue): Queue => ({
  ...queue,
  resultUrl(baseUrl, feedback) {
    const content = `${baseUrl}/v1/products/${encodeURIComponent(feedback.productId)}`;
    const kind = derivedKnowledge.kindOf(feedback);
    if (kind === "feature") return `${content}/features`;
    return kind === "problem"
      ? `${content}/problems/${encodeURIComponent(idOf("prb", feedback))}`
      : `${content}/problems`;
  },
});

export function problemOf(feedback: FeedbackRow): ProblemRow {
  const statement = { statement: feedback.body ?? "", statementFormat: formatOf(feedback) };
  const id = idOf("prb", feedback);
  return { id, slug: id.replace("_", "-"), ...statement, ...commonFields(feedback) };
}

export function featureOf(feedback: FeedbackRow): FeatureRow {
  const description = { description: feedback.body, descriptionFormat: formatOf(feedback) };
  const id = idOf("ftr", feedback);
  return { id, slug: null, ...description, parentId: null, releaseId: null, ...commonFields(feedback) };
}

/** The id of the derived resource, which is unique and does not change. */
const idOf = (prefix: string, { id }: FeedbackRow): string => `${prefix}_${id.replace(/^fb_/, "")}`;

const formatOf = ({ bodyFormat }: FeedbackRow): string => bodyFormat ?? "text";

const maxNameLength = 80;

function commonFields({ productId, title, body, acceptedAt }: FeedbackRow) {
  const [line = ""] = (title || body || "").trim().split("\n");
  const name = [...line].slice(0, maxNameLength).join("") || "Feedback";
  const createdAt = new Date(acceptedAt).toISOString();
  return { productId, name, status: "unreviewed", createdAt, updatedAt: createdAt };
}
