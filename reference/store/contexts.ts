/** Contexts (§2.5) of a product. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";

export interface ContextRow {
  readonly id: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string;
}

const read = (row: Row): ContextRow => ({
  id: text(row, "id"),
  productId: text(row, "productId"),
  name: text(row, "name"),
  description: text(row, "description"),
});

/** In the order of their names. */
export function allContexts(store: Database, productId: string): ContextRow[] {
  return store.all("SELECT * FROM contexts WHERE productId = ? ORDER BY name, id", productId).map(read);
}

export function findContext(store: Database, productId: string, id: string): ContextRow | undefined {
  const row = store.first("SELECT * FROM contexts WHERE productId = ? AND id = ?", productId, id);
  return row === undefined ? undefined : read(row);
}
