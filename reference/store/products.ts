/** Products (§2.1), of the organizations in a scope. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";
import { type Scope, scopeCondition } from "./scope.ts";

export interface ProductRow {
  readonly id: string;
  readonly orgId: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): ProductRow => ({
  id: text(row, "id"),
  orgId: text(row, "orgId"),
  slug: text(row, "slug"),
  name: text(row, "name"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

export function findProduct(store: Database, scope: Scope, id: string): ProductRow | undefined {
  const { sql, parameters } = scopeCondition("orgId", scope);
  const row = store.first(`SELECT * FROM products WHERE id = ? AND ${sql}`, id, ...parameters);
  return row === undefined ? undefined : read(row);
}

/** In the order of their creation. */
export function allProducts(store: Database, scope: Scope): ProductRow[] {
  const { sql, parameters } = scopeCondition("orgId", scope);
  return store.all(`SELECT * FROM products WHERE ${sql} ORDER BY createdAt, id`, ...parameters).map(read);
}
