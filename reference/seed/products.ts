/** Inserts a product and what belongs to it. */
import type { Database } from "../store/database.ts";
import { day, productId, seededId } from "./ids.ts";
import type { NamedSeeds, ProductSeed } from "./seed-types.ts";

/** `at` is the day of the creation, as in `day`. */
export function insertProduct(
  store: Database,
  organization: { readonly slug: string; readonly id: string },
  { slug, name, releases, features, problems, contexts, actors }: ProductSeed,
  at: number,
): void {
  const id = productId(organization.slug, slug);
  const times = { createdAt: day(at), updatedAt: day(at + 200) };
  store.insert("products", { id, orgId: organization.id, slug, name, ...times });
  insertReleases(store, id, releases);
  insertFeatures(store, id, features);
  insertProblems(store, id, problems);
  insertNamed(store, "contexts", "ctx", id, contexts);
  insertNamed(store, "actors", "act", id, actors);
}

function insertReleases(store: Database, productId: string, releases: ProductSeed["releases"]): void {
  for (const [at, [slug, name, status, isProd, tags, notes]] of releases.entries()) {
    const sourceUrl = `https://releases.example.com/${slug}?lang=en#notes`;
    const times = { releaseDate: day(at + 90), createdAt: day(at + 80), updatedAt: day(at + 95) };
    const id = seededId("rel", productId, slug);
    store.insert("releases", { id, productId, slug, name, notes, isProd, tags, status, sourceUrl, ...times });
  }
}

function insertFeatures(store: Database, productId: string, features: ProductSeed["features"]): void {
  for (const [at, [slug, name, status, descriptionFormat, description, links = {}]] of features.entries()) {
    const { parent, release } = links;
    const parentId = parent === undefined ? null : seededId("ftr", productId, parent);
    const releaseId = release === undefined ? null : seededId("rel", productId, release);
    const content = { slug, name, description, descriptionFormat, status, parentId, releaseId };
    const times = { createdAt: day(at + 100), updatedAt: day(at + 140) };
    store.insert("features", { id: seededId("ftr", productId, name), productId, ...content, ...times });
  }
}

function insertProblems(store: Database, productId: string, problems: ProductSeed["problems"]): void {
  for (const [at, [slug, name, status, statementFormat, statement]] of problems.entries()) {
    const content = { slug, name, statement, statementFormat, status };
    const times = { createdAt: day(at + 30), updatedAt: day(at + 60) };
    store.insert("problems", { id: seededId("prb", productId, slug), productId, ...content, ...times });
  }
}

function insertNamed(store: Database, table: string, prefix: string, productId: string, seeds: NamedSeeds): void {
  for (const [name, description] of Object.entries(seeds)) {
    store.insert(table, { id: seededId(prefix, productId, name), productId, name, description });
  }
}
