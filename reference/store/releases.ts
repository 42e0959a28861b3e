/** Releases (§2.4) of a product. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { flag, strings, text } from "./row.ts";

export interface ReleaseRow {
  readonly id: string;
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  readonly notes: string;
  readonly releaseDate: string;
  readonly isProd: boolean;
  readonly tags: readonly string[];
  readonly status: string;
  readonly sourceUrl: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): ReleaseRow => ({
  id: text(row, "id"),
  productId: text(row, "productId"),
  slug: text(row, "slug"),
  name: text(row, "name"),
  notes: text(row, "notes"),
  releaseDate: text(row, "releaseDate"),
  isProd: flag(row, "isProd"),
  tags: strings(row, "tags"),
  status: text(row, "status"),
  sourceUrl: text(row, "sourceUrl"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

/** In the order of their creation. */
export function allReleases(store: Database, productId: string): ReleaseRow[] {
  return store.all("SELECT * FROM releases WHERE productId = ? ORDER BY createdAt, id", productId).map(read);
}
