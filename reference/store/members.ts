/** Members of organizations (§2.8), their roles, and invitations (§4, endpoint 17). */

import type { Role } from "./caller.ts";
import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { text } from "./row.ts";

export interface MemberRow {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: string;
}

const read = (row: Row): MemberRow => ({
  userId: text(row, "userId"),
  firstName: text(row, "firstName"),
  lastName: text(row, "lastName"),
  email: text(row, "email"),
  role: text(row, "role") as Role,
  joinedAt: text(row, "joinedAt"),
});

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
  return row === undefined ? undefined : (text(row, "role") as Role);
}

export interface Invitation {
  readonly orgId: string;
  readonly email: string;
  /** The inviting user's id. */
  readonly invitedBy: string;
  readonly createdAt: string;
}

/** Stores an invitation; a second one to the same address replaces the first. */
export function insertInvitation(store: Database, { orgId, email, invitedBy, createdAt }: Invitation): void {
  store.transaction(() =>
    store.run("INSERT OR REPLACE INTO invitations VALUES (?, ?, ?, ?)", orgId, email, invitedBy, createdAt),
  );
}
