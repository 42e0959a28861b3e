/** What belongs to a product: features (§2.2), problems (§2.3), releases (§2.4), contexts (§2.5) and actors (§2.6). */

import { flag, nullableText, strings, text } from "./row.ts";
import { productTable, type RowOf } from "./table.ts";

const byCreation = "createdAt, id";
const byName = "name, id";

const feature = {
  id: text,
  productId: text,
  slug: nullableText,
  name: text,
  description: nullableText,
  descriptionFormat: text,
  status: text,
  parentId: nullableText,
  releaseId: nullableText,
  createdAt: text,
  updatedAt: text,
};
export type FeatureRow = RowOf<typeof feature>;
export const { all: allFeatures } = productTable("features", feature, byCreation);

const problem = {
  id: text,
  productId: text,
  slug: text,
  name: text,
  statement: text,
  statementFormat: text,
  status: text,
  createdAt: text,
  updatedAt: text,
};
export type ProblemRow = RowOf<typeof problem>;
export const { all: allProblems, find: findProblem } = productTable("problems", problem, byCreation);

const release = {
  id: text,
  productId: text,
  slug: text,
  name: text,
  notes: text,
  releaseDate: text,
  isProd: flag,
  tags: strings,
  status: text,
  sourceUrl: text,
  createdAt: text,
  updatedAt: text,
};
export type ReleaseRow = RowOf<typeof release>;
export const { all: allReleases } = productTable("releases", release, byCreation);

/** The columns of contexts and actors. */
const named = { id: text, productId: text, name: text, description: text };
export type NamedRow = RowOf<typeof named>;
export const { all: allContexts, find: findContext } = productTable("contexts", named, byName);
export const { all: allActors, find: findActor } = productTable("actors", named, byName);
