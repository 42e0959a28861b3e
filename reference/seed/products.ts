/** Inserts a product and what belongs to it. */

import type { Database } from "../store/database.ts";
import { productId, seededId } from "./ids.ts";
import type { NamedSeed, ProductSeed } from "./seed-types.ts";
import { day } from "./time.ts";

export function insertProduct(
  store: Database,
  organization: string,
  orgId: string,
  seed: ProductSeed,
  at: number,
): void {
  const id = productId(organization, seed.slug);
  store.run("INSERT INTO products VALUES (?, ?, ?, ?, ?, ?)", id, orgId, seed.slug, seed.name, day(at), day(at + 200));
  insertReleases(store, id, seed);
  insertFeatures(store, id, seed);
  insertProblems(store, id, seed);
  insertNamed(store, "contexts", "ctx", id, seed.contexts);
  insertNamed(store, "actors", "act", id, seed.actors);
}

function insertReleases(store: Database, product: string, { releases }: ProductSeed): void {
  for (const [at, { slug, name, notes, isProd, tags, status }] of releases.entries()) {
    const sourceUrl = `https://releases.example.com/${slug}?lang=en#notes`;
    const text = [seededId("rel", product, slug), product, slug, name, notes, day(at + 90)];
    const rest = [isProd, JSON.stringify(tags), status, sourceUrl, day(at + 80), day(at + 95)];
    store.run("INSERT INTO releases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...text, ...rest);
  }
}

function insertFeatures(store: Database, product: string, { features }: ProductSeed): void {
  for (const [at, { name, slug, description, format, status, parent, release }] of features.entries()) {
    const text = [seededId("ftr", product, name), product, slug, name, description, format, status];
    const parentId = parent === undefined ? null : seededId("ftr", product, parent);
    const releaseId = release === undefined ? null : seededId("rel", product, release);
    const rest = [parentId, releaseId, day(at + 100), day(at + 140)];
    store.run("INSERT INTO features VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...text, ...rest);
  }
}

function insertProblems(store: Database, product: string, { problems }: ProductSeed): void {
  for (const [at, { slug, name, statement, format, status }] of problems.entries()) {
    const text = [seededId("prb", product, slug), product, slug, name, statement, format, status];
    store.run("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", ...text, day(at + 30), day(at + 60));
  }
}

function insertNamed(
  store: Database,
  table: "contexts" | "actors",
  prefix: string,
  product: string,
  seeds: readonly NamedSeed[],
): void {
  for (const { name, description } of seeds) {
    store.run(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`, seededId(prefix, product, name), product, name, description);
  }
}
