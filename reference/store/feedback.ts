/** Submitted feedback (§2.11). Its status is not stored: it follows from `acceptedAt` and the clock. */

import type { Database } from "./database.ts";
import { nullableText, number, type Row, text } from "./row.ts";
import { organizationTable, type RowOf, rowReader } from "./table.ts";

const outcome = (row: Row, column: string) => (text(row, column) === "failed" ? "failed" : "processed");

const columns = {
  id: text,
  orgId: text,
  productId: text,
  contextId: nullableText,
  actorId: nullableText,
  body: nullableText,
  title: nullableText,
  bodyFormat: nullableText,
  sourceUrl: nullableText,
  feedbackType: nullableText,
  /** JSON text of the free-form object. */
  metadata: nullableText,
  notes: nullableText,
  source: nullableText,
  /** The status after processing. */
  outcome,
  /** Milliseconds since the epoch. */
  acceptedAt: number,
};
export type FeedbackRow = RowOf<typeof columns>;
const read = rowReader(columns);
export const { find: findFeedback } = organizationTable("feedback", columns);

/** The feedback on a product that requests features, or the rest of it, in the order in which it came. */
export const allFeedback = (store: Database, productId: string, kind: "problem" | "feature"): FeedbackRow[] =>
  store
    .all(
      `SELECT * FROM feedback WHERE productId = ? AND feedbackType ${kind === "feature" ? "IS" : "IS NOT"} 'feature_request' ORDER BY acceptedAt, id`,
      productId,
    )
    .map(read);

export function insertFeedback(store: Database, row: FeedbackRow): void {
  store.transaction(() => store.insert("feedback", row));
}
