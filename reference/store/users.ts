/** Users (§2.9). */

import type { Database } from "./database.ts";
import { flag, nullableText, object, text } from "./row.ts";
import { type RowOf, rowReader } from "./table.ts";

const columns = {
  id: text,
  firstName: text,
  lastName: text,
  email: text,
  emailVerified: flag,
  preferences: object,
  avatarType: text,
  /** The avatar's image; write-only through the API. */
  avatarBase64: nullableText,
  createdAt: text,
  updatedAt: text,
};
export type UserRow = RowOf<typeof columns>;
const read = rowReader(columns);

export function findUser(store: Database, id: string): UserRow | undefined {
  const row = store.first("SELECT * FROM users WHERE id = ?", id);
  return row && read(row);
}

export function findUserByEmail(store: Database, email: string): UserRow | undefined {
  const row = store.first("SELECT * FROM users WHERE lower(email) = lower(?)", email);
  return row && read(row);
}

/** Stores those fields of a user that can be changed through the API. */
export function saveUser(store: Database, user: UserRow): void {
  const { id, firstName, lastName, preferences, avatarType, avatarBase64, updatedAt } = user;
  store.transaction(() =>
    store.run(
      `UPDATE users SET firstName = ?, lastName = ?, preferences = ?, avatarType = ?, avatarBase64 = ?, updatedAt = ?
       WHERE id = ?`,
      ...[firstName, lastName, preferences, avatarType, avatarBase64, updatedAt, id],
    ),
  );
}
