/** Members of organizations (§2.8) and their roles. */

import type { Role } from "./caller.ts";
import type { Database } from "./database.ts";
import { type Row, text } from "./row.ts";
import { type RowOf, rowReader } from "./table.ts";

/** A column that holds a role. */
export const role = (row: Row, column: string) => text(row, column) as Role;

const columns = { userId: text, firstName: text, lastName: text, email: text, role, joinedAt: text };
export type MemberRow = RowOf<typeof columns>;
const read = rowReader(columns);

/** In the order in which they joined. */
export function allMembers(store: Database, orgId: string): MemberRow[] {
  const query = `
    SELECT m.userId, u.firstName, u.lastName, u.email, m.role, m.joinedAt
    FROM members AS m JOIN users AS u ON u.id = m.userId WHERE m.orgId = ? ORDER BY m.joinedAt, m.userId`;
  return store.all(query, orgId).map(read);
}

/** Ids of all organizations that a user belongs to. */
export function organizationsOf(store: Database, userId: string): string[] {
  return store.all("SELECT orgId FROM members WHERE userId = ?", userId).map((row) => text(row, "orgId"));
}

/** The user's role in an organization; undefined if they are not a member. */
export function findRole(store: Database, orgId: string, userId: string): Role | undefined {
  const row = store.first("SELECT role FROM members WHERE orgId = ? AND userId = ?", orgId, userId);
  return row && role(row, "role");
}
