/** Invitations to organizations (§4, endpoint 17), and their acceptance. */

import { randomBytes } from "node:crypto";
import type { Database } from "./database.ts";
import { newId } from "./new-id.ts";
import { nullableText, text } from "./row.ts";
import { type RowOf, rowReader } from "./table.ts";
import { findUserByEmail } from "./users.ts";

const columns = {
  orgId: text,
  email: text,
  invitedBy: text,
  createdAt: text,
  /** The secret part of the link by which the invitation is accepted. */
  token: text,
  /** Null: not accepted yet. */
  acceptedAt: nullableText,
};
export type InvitationRow = RowOf<typeof columns>;
const read = rowReader(columns);

/** Stores an invitation by the user `invitedBy`; a second one to the same address replaces the first. */
export function insertInvitation(
  store: Database,
  { orgId, email, invitedBy, createdAt }: Pick<InvitationRow, "orgId" | "email" | "invitedBy" | "createdAt">,
): void {
  const token = randomBytes(18).toString("base64url");
  store.transaction(() =>
    store.run(
      "INSERT OR REPLACE INTO invitations (orgId, email, invitedBy, createdAt, token) VALUES (?, ?, ?, ?, ?)",
      ...[orgId, email, invitedBy, createdAt, token],
    ),
  );
}

/** The invitations of an organization, the newest first. */
export const allInvitations = (store: Database, orgId: string): InvitationRow[] =>
  store.all("SELECT * FROM invitations WHERE orgId = ? ORDER BY createdAt DESC, email", orgId).map(read);

export function findInvitation(store: Database, token: string): InvitationRow | undefined {
  const row = store.first("SELECT * FROM invitations WHERE token = ?", token);
  return row && read(row);
}

/** Withdraws an invitation that is not accepted. */
export function deleteInvitation(store: Database, orgId: string, email: string): void {
  store.transaction(() =>
    store.run("DELETE FROM invitations WHERE orgId = ? AND email = ? AND acceptedAt IS NULL", orgId, email),
  );
}

/** The person who accepts: their names count if no user has the address yet. `acceptedAt` is ISO 8601. */
interface Acceptance {
  readonly firstName: string;
  readonly lastName: string;
  readonly acceptedAt: string;
}

/** Makes the user of the address, who is created if there is none, a member. */
export function acceptInvitation(
  store: Database,
  { orgId, email }: InvitationRow,
  { firstName, lastName, acceptedAt }: Acceptance,
): void {
  store.transaction(() => {
    const known = findUserByEmail(store, email)?.id;
    const userId = known ?? newId("usr");
    if (known === undefined) {
      const profile = { firstName, lastName, email, emailVerified: true, preferences: {}, avatarType: "initials" };
      store.insert("users", { id: userId, ...profile, createdAt: acceptedAt, updatedAt: acceptedAt });
    }
    store.run(
      "INSERT OR IGNORE INTO members (orgId, userId, role, joinedAt) VALUES (?, ?, 'member', ?)",
      ...[orgId, userId, acceptedAt],
    );
    store.run("UPDATE invitations SET acceptedAt = ? WHERE orgId = ? AND email = ?", acceptedAt, orgId, email);
  });
}
