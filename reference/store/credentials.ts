/** API keys and sessions. Only hashes of their tokens are stored (§5.4). */

import type { Caller } from "./caller.ts";
import type { Database } from "./database.ts";
import { role } from "./members.ts";
import { nullableText, text } from "./row.ts";
import { type RowOf, rowReader } from "./table.ts";

/** A stored key or session: its caller, and its expiry date (ISO 8601; null: it does not expire). */
export interface CredentialRow {
  readonly caller: Caller;
  readonly expiresAt: string | null;
}

/** A key or session to store. */
interface NewCredential extends Pick<Caller, "kind" | "orgId" | "userId" | "installationId"> {
  readonly id: string;
  readonly hash: string;
  /** The key's descriptive name (§5.3); sessions have none. */
  readonly name: string;
  /** The beginning of the key, which lists of keys show; sessions are not listed. */
  readonly beginning: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

export function insertCredential(store: Database, credential: NewCredential): void {
  const { kind, name, beginning, installationId, ...common } = credential;
  if (kind === "session") store.insert("sessions", common);
  else store.insert("apiKeys", { ...common, name, beginning, installationId });
}

const query = `
SELECT c.*, m.role FROM (
  SELECT 'api-key' AS kind, id, hash, orgId, userId, installationId, expiresAt FROM apiKeys WHERE hash = ?
  UNION ALL
  SELECT 'session', id, hash, orgId, userId, NULL, expiresAt FROM sessions WHERE hash = ?
) AS c JOIN members AS m ON m.orgId = c.orgId AND m.userId = c.userId`;

/**
 * The key or session whose token has this hash. How long the search takes says something about the hash at most, and nobody can
 * choose a token by its SHA-256: so it need not take constant time.
 */
export function findCredential(store: Database, hash: string): CredentialRow | undefined {
  const row = store.first(query, hash, hash);
  if (row === undefined) return undefined;
  const caller: Caller = {
    kind: text(row, "kind") === "session" ? "session" : "api-key",
    credentialId: text(row, "id"),
    orgId: text(row, "orgId"),
    userId: text(row, "userId"),
    role: role(row, "role"),
    installationId: nullableText(row, "installationId"),
  };
  return { caller, expiresAt: nullableText(row, "expiresAt") };
}

const keyColumns = {
  id: text,
  name: text,
  beginning: text,
  userId: text,
  expiresAt: nullableText,
  createdAt: text,
  lastUsedAt: nullableText,
};
export type ApiKeyRow = RowOf<typeof keyColumns>;
const readKey = rowReader(keyColumns);

/** The API keys of an organization, the newest first. */
export const allKeys = (store: Database, orgId: string): ApiKeyRow[] =>
  store.all("SELECT * FROM apiKeys WHERE orgId = ? ORDER BY createdAt DESC, rowid DESC", orgId).map(readKey);

/** Revokes a key of an organization; does nothing if there is none. */
export function deleteKey(store: Database, orgId: string, id: string): void {
  store.transaction(() => store.run("DELETE FROM apiKeys WHERE orgId = ? AND id = ?", orgId, id));
}

/** Ends a session. */
export function deleteSession(store: Database, id: string): void {
  store.transaction(() => store.run("DELETE FROM sessions WHERE id = ?", id));
}

/** Stores when a key was used last; `lastUsedAt` is ISO 8601. */
export function saveLastUse(store: Database, id: string, lastUsedAt: string): void {
  store.transaction(() => store.run("UPDATE apiKeys SET lastUsedAt = ? WHERE id = ?", lastUsedAt, id));
}
