/** Features (§2.2) of a product. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { nullableText, text } from "./row.ts";

export interface FeatureRow {
  readonly id: string;
  readonly productId: string;
  readonly slug: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly descriptionFormat: string;
  readonly status: string;
  readonly parentId: string | null;
  readonly releaseId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): FeatureRow => ({
  id: text(row, "id"),
  productId: text(row, "productId"),
  slug: nullableText(row, "slug"),
  name: text(row, "name"),
  description: nullableText(row, "description"),
  descriptionFormat: text(row, "descriptionFormat"),
  status: text(row, "status"),
  parentId: nullableText(row, "parentId"),
  releaseId: nullableText(row, "releaseId"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

/** In the order of their creation. */
export function allFeatures(store: Database, productId: string): FeatureRow[] {
  return store.all("SELECT * FROM features WHERE productId = ? ORDER BY createdAt, id", productId).map(read);
}
