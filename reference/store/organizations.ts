/** Organizations (§2.7) in a scope. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";
import { type Scope, scopeCondition } from "./scope.ts";

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly avatarType: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): OrganizationRow => ({
  id: text(row, "id"),
  name: text(row, "name"),
  slug: text(row, "slug"),
  avatarType: text(row, "avatarType"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

/** In the order of their creation. */
export function allOrganizations(store: Database, scope: Scope): OrganizationRow[] {
  const { sql, parameters } = scopeCondition("id", scope);
  return store.all(`SELECT * FROM organizations WHERE ${sql} ORDER BY createdAt, id`, ...parameters).map(read);
}

export function findOrganization(store: Database, scope: Scope, id: string): OrganizationRow | undefined {
  const { sql, parameters } = scopeCondition("id", scope);
  const row = store.first(`SELECT * FROM organizations WHERE id = ? AND ${sql}`, id, ...parameters);
  return row === undefined ? undefined : read(row);
}

export function isSlugTaken(store: Database, slug: string): boolean {
  return store.first("SELECT id FROM organizations WHERE slug = ?", slug) !== undefined;
}

/** Stores a new organization together with its owner. */
export function insertOrganization(store: Database, organization: OrganizationRow, ownerId: string): void {
  const { id, name, slug, avatarType, createdAt, updatedAt } = organization;
  store.transaction(() => {
    const values = [id, name, slug, avatarType, createdAt, updatedAt];
    store.run("INSERT INTO organizations VALUES (?, ?, ?, ?, ?, ?)", ...values);
    store.run("INSERT INTO members VALUES (?, ?, 'owner', ?)", id, ownerId, createdAt);
  });
}
