/** Submitted feedback (§2.11). Its status is not stored: it follows from `acceptedAt` and the clock. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { nullableText, number, text } from "./row.ts";
import { type Scope, scopeCondition } from "./scope.ts";

export interface FeedbackRow {
  readonly id: string;
  readonly orgId: string;
  readonly productId: string;
  readonly contextId: string | null;
  readonly actorId: string | null;
  readonly body: string | null;
  readonly title: string | null;
  readonly bodyFormat: string | null;
  readonly sourceUrl: string | null;
  readonly feedbackType: string | null;
  /** JSON text of the free-form object. */
  readonly metadata: string | null;
  readonly notes: string | null;
  /** The status after processing. */
  readonly outcome: "processed" | "failed";
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
}

const read = (row: Row): FeedbackRow => ({
  id: text(row, "id"),
  orgId: text(row, "orgId"),
  productId: text(row, "productId"),
  contextId: nullableText(row, "contextId"),
  actorId: nullableText(row, "actorId"),
  body: nullableText(row, "body"),
  title: nullableText(row, "title"),
  bodyFormat: nullableText(row, "bodyFormat"),
  sourceUrl: nullableText(row, "sourceUrl"),
  feedbackType: nullableText(row, "feedbackType"),
  metadata: nullableText(row, "metadata"),
  notes: nullableText(row, "notes"),
  outcome: text(row, "outcome") === "failed" ? "failed" : "processed",
  acceptedAt: number(row, "acceptedAt"),
});

export function findFeedback(store: Database, scope: Scope, id: string): FeedbackRow | undefined {
  const { sql, parameters } = scopeCondition("orgId", scope);
  const row = store.first(`SELECT * FROM feedback WHERE id = ? AND ${sql}`, id, ...parameters);
  return row === undefined ? undefined : read(row);
}

export function insertFeedback(store: Database, row: FeedbackRow): void {
  const values = [
    row.id,
    row.orgId,
    row.productId,
    row.contextId,
    row.actorId,
    row.body,
    row.title,
    row.bodyFormat,
    row.sourceUrl,
    row.feedbackType,
    row.metadata,
    row.notes,
    row.outcome,
    row.acceptedAt,
  ];
  store.transaction(() => store.run(`INSERT INTO feedback VALUES (${values.map(() => "?").join(", ")})`, ...values));
}
