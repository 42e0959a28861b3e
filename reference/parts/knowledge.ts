/** What is derived from processed feedback (§1): a problem, or a feature where one is requested, to be reviewed. */
import type { FeedbackRow } from "../store/feedback.ts";
import type { FeatureRow, ProblemRow } from "../store/product-content.ts";
import type { Queue } from "./queue.ts";

export interface Knowledge {
  /** What a submission becomes once it is processed; undefined: nothing. */
  kindOf(feedback: FeedbackRow): "problem" | "feature" | undefined;
}

/** Where feedback is only kept. */
export const noKnowledge: Knowledge = { kindOf: () => undefined };

/** Where it becomes what can be read under the product. */
export const derivedKnowledge: Knowledge = {
  kindOf({ outcome, feedbackType }) {
    if (outcome === "failed") return undefined;
    return feedbackType === "feature_request" ? "feature" : "problem";
  },
};

/** A queue whose `resultUrl` leads to what is derived: the problem itself, or the list of features, which have no endpoint each. */
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

/** The same at every reading, and another for each submission. */
const idOf = (prefix: string, { id }: FeedbackRow): string => `${prefix}_${id.replace(/^fb_/, "")}`;

const formatOf = ({ bodyFormat }: FeedbackRow): string => bodyFormat ?? "text";

const maxNameLength = 80;

function commonFields({ productId, title, body, acceptedAt }: FeedbackRow) {
  const [line = ""] = (title || body || "").trim().split("\n");
  const name = [...line].slice(0, maxNameLength).join("") || "Feedback";
  const createdAt = new Date(acceptedAt).toISOString();
  return { productId, name, status: "unreviewed", createdAt, updatedAt: createdAt };
}
