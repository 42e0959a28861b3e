/** Actors (§2.6) of a product. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";

export interface ActorRow {
  readonly id: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string;
}

const read = (row: Row): ActorRow => ({
  id: text(row, "id"),
  productId: text(row, "productId"),
  name: text(row, "name"),
  description: text(row, "description"),
});

/** In the order of their names. */
export function allActors(store: Database, productId: string): ActorRow[] {
  return store.all("SELECT * FROM actors WHERE productId = ? ORDER BY name, id", productId).map(read);
}

export function findActor(store: Database, productId: string, id: string): ActorRow | undefined {
  const row = store.first("SELECT * FROM actors WHERE productId = ? AND id = ?", productId, id);
  return row === undefined ? undefined : read(row);
}
