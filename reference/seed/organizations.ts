/** Inserts an organization with its members, installations, products and feedback. */

import type { Database } from "../store/database.ts";
import { insertFeedback } from "../store/feedback.ts";
import { installationId, organizationId, productId, seededId, userId } from "./ids.ts";
import { insertProduct } from "./products.ts";
import type { OrganizationSeed } from "./seed-types.ts";
import { day } from "./time.ts";

export function insertOrganization(store: Database, seed: OrganizationSeed, at: number): void {
  const id = organizationId(seed.slug);
  const values = [id, seed.name, seed.slug, seed.avatarType, day(at), day(at + 150)];
  store.run("INSERT INTO organizations VALUES (?, ?, ?, ?, ?, ?)", ...values);
  insertMembers(store, id, seed);
  for (const [index, { name, integration, config, status }] of seed.installations.entries()) {
    const installation = installationId(seed.slug, name);
    const rest = [seededId("int", integration), id, JSON.stringify(config), status, day(at + 20 + index)];
    store.run("INSERT INTO installations VALUES (?, ?, ?, ?, ?, ?)", installation, ...rest);
  }
  for (const [index, product] of seed.products.entries()) insertProduct(store, seed.slug, id, product, at + 10 + index);
}

function insertMembers(store: Database, orgId: string, { slug, members, guests = [] }: OrganizationSeed): void {
  for (const [at, member] of members.entries()) {
    const { name, firstName, lastName, role, emailVerified = true, preferences = {}, avatarType = "initials" } = member;
    const id = userId(slug, name);
    const profile = [firstName, lastName, `${name}@${slug}.example.com`, emailVerified, JSON.stringify(preferences)];
    const values = [id, ...profile, avatarType, null, day(at + 1), day(at + 170)];
    store.run("INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
    store.run("INSERT INTO members VALUES (?, ?, ?, ?)", orgId, id, role, day(at + 2));
  }
  for (const { organization, name, role } of guests) {
    store.run("INSERT INTO members VALUES (?, ?, ?, ?)", orgId, userId(organization, name), role, day(40));
  }
}

/** Feedback that was submitted long ago, and is processed. */
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
      outcome,
      acceptedAt: Date.parse(day(at + 180)),
    });
  }
}
