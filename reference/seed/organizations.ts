/** Inserts an organization with its members, installations, products and feedback. */
import type { Database } from "../store/database.ts";
import { insertFeedback } from "../store/feedback.ts";
import { day, installationId, organizationId, productId, seededId, userId } from "./ids.ts";
import { insertProduct } from "./products.ts";
import type { OrganizationSeed } from "./seed-types.ts";

/** `at` is the day of the creation, as in `day`. */
export function insertOrganization(store: Database, seed: OrganizationSeed, at: number): void {
  const { slug, name, avatarType } = seed;
  const id = organizationId(slug);
  store.insert("organizations", { id, name, slug, avatarType, createdAt: day(at), updatedAt: day(at + 150) });
  insertMembers(store, id, seed);
  for (const [index, { name, integration, config, status }] of seed.installations.entries()) {
    store.insert("installations", {
      id: installationId(slug, name),
      integrationId: seededId("int", integration),
      orgId: id,
      config,
      status,
      createdAt: day(at + 20 + index),
    });
  }
  for (const [index, product] of seed.products.entries()) insertProduct(store, { slug, id }, product, at + 10 + index);
}

function insertMembers(store: Database, orgId: string, { slug, members, guests = [] }: OrganizationSeed): void {
  for (const [at, { name, role, ...profile }] of members.entries()) {
    const id = userId(slug, name);
    store.insert("users", {
      id,
      email: `${name}@${slug}.example.com`,
      emailVerified: true,
      preferences: {},
      avatarType: "initials",
      ...profile,
      createdAt: day(at + 1),
      updatedAt: day(at + 170),
    });
    store.insert("members", { orgId, userId: id, role, joinedAt: day(at + 2) });
  }
  for (const { organization, name, role } of guests) {
    store.insert("members", { orgId, userId: userId(organization, name), role, joinedAt: day(40) });
  }
}

/** Inserts feedback that was submitted and processed long ago. */
export function insertOldFeedback(store: Database, { slug, feedback }: OrganizationSeed): void {
  for (const [at, { product, body, outcome }] of feedback.entries()) {
    insertFeedback(store, {
      id: seededId("fb", slug, body),
      orgId: organizationId(slug),
      productId: productId(slug, product),
      contextId: null,
      actorId: null,
      body,
      title: null,
      bodyFormat: null,
      sourceUrl: null,
      feedbackType: "generic_feedback",
      metadata: null,
      notes: null,
      source: null,
      outcome,
      acceptedAt: Date.parse(day(at + 180)),
    });
  }
}
