/** Problems (§2.3) of a product. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";

export interface ProblemRow {
  readonly id: string;
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  readonly statement: string;
  readonly statementFormat: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): ProblemRow => ({
  id: text(row, "id"),
  productId: text(row, "productId"),
  slug: text(row, "slug"),
  name: text(row, "name"),
  statement: text(row, "statement"),
  statementFormat: text(row, "statementFormat"),
  status: text(row, "status"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

/** In the order of their creation. */
export function allProblems(store: Database, productId: string): ProblemRow[] {
  return store.all("SELECT * FROM problems WHERE productId = ? ORDER BY createdAt, id", productId).map(read);
}

export function findProblem(store: Database, productId: string, id: string): ProblemRow | undefined {
  const row = store.first("SELECT * FROM problems WHERE productId = ? AND id = ?", productId, id);
  return row === undefined ? undefined : read(row);
}
