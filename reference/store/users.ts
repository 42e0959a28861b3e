/** Users (§2.9). */

import type { Database } from "./database.ts";
import type { JsonObject, Row } from "./row.ts";
import { flag, nullableText, object, text } from "./row.ts";

export interface UserRow {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly preferences: JsonObject;
  readonly avatarType: string;
  /** The avatar's image; write-only through the API. */
  readonly avatarBase64: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const read = (row: Row): UserRow => ({
  id: text(row, "id"),
  firstName: text(row, "firstName"),
  lastName: text(row, "lastName"),
  email: text(row, "email"),
  emailVerified: flag(row, "emailVerified"),
  preferences: object(row, "preferences"),
  avatarType: text(row, "avatarType"),
  avatarBase64: nullableText(row, "avatarBase64"),
  createdAt: text(row, "createdAt"),
  updatedAt: text(row, "updatedAt"),
});

export function findUser(store: Database, id: string): UserRow | undefined {
  const row = store.first("SELECT * FROM users WHERE id = ?", id);
  return row === undefined ? undefined : read(row);
}

/** Stores those fields of a user that can be changed through the API. */
export function saveUser(store: Database, user: UserRow): void {
  const { id, firstName, lastName, preferences, avatarType, avatarBase64, updatedAt } = user;
  const values = [firstName, lastName, JSON.stringify(preferences), avatarType, avatarBase64, updatedAt, id];
  store.transaction(() =>
    store.run(
      `UPDATE users SET firstName = ?, lastName = ?, preferences = ?, avatarType = ?, avatarBase64 = ?, updatedAt = ?
       WHERE id = ?`,
      ...values,
    ),
  );
}
