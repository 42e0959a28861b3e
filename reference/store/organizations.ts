/** Organizations (§2.7) in a scope. */

import type { Database } from "./database.ts";
import { text } from "./row.ts";
import { organizationTable, type RowOf } from "./table.ts";

const columns = { id: text, name: text, slug: text, avatarType: text, createdAt: text, updatedAt: text };
export type OrganizationRow = RowOf<typeof columns>;
export const { all: allOrganizations, find: findOrganization } = organizationTable("organizations", columns, "id");

export function isSlugTaken(store: Database, slug: string): boolean {
  return store.first("SELECT id FROM organizations WHERE slug = ?", slug) !== undefined;
}

/** Stores a new organization together with its owner. */
export function insertOrganization(store: Database, row: OrganizationRow, ownerId: string): void {
  store.transaction(() => {
    store.insert("organizations", row);
    store.insert("members", { orgId: row.id, userId: ownerId, role: "owner", joinedAt: row.createdAt });
  });
}
