/** API keys and sessions. Only hashes of their tokens are stored (§5.4). */

import type { Caller, Role } from "./caller.ts";
import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { nullableText, text } from "./row.ts";

/** A stored key or session: its caller, and its expiry date (ISO 8601; null: it does not expire). */
export interface CredentialRow {
  readonly caller: Caller;
  readonly expiresAt: string | null;
}

/** A key or session to store. */
export interface NewCredential {
  readonly kind: Caller["kind"];
  readonly id: string;
  readonly hash: string;
  /** The key's descriptive name (§5.3); sessions have none. */
  readonly name: string;
  readonly orgId: string;
  readonly userId: string;
  readonly installationId: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

export function insertCredential(store: Database, credential: NewCredential): void {
  const { id, hash, name, orgId, userId, installationId, expiresAt, createdAt } = credential;
  if (credential.kind === "session") {
    store.run("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", id, hash, orgId, userId, expiresAt, createdAt);
    return;
  }
  const values = [id, hash, name, orgId, userId, installationId, expiresAt, createdAt];
  store.run("INSERT INTO apiKeys VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ...values);
}

const query = `
SELECT c.*, m.role FROM (
  SELECT 'api-key' AS kind, id, hash, orgId, userId, installationId, expiresAt FROM apiKeys WHERE hash = ?
  UNION ALL
  SELECT 'session', id, hash, orgId, userId, NULL, expiresAt FROM sessions WHERE hash = ?
) AS c JOIN members AS m ON m.orgId = c.orgId AND m.userId = c.userId`;

/** The key or session whose token has this hash. */
export function findCredential(store: Database, hash: string): CredentialRow | undefined {
  const row = store.first(query, hash, hash);
  return row === undefined ? undefined : { caller: callerOf(row), expiresAt: nullableText(row, "expiresAt") };
}

function callerOf(row: Row): Caller {
  return {
    kind: text(row, "kind") === "session" ? "session" : "api-key",
    credentialId: text(row, "id"),
    orgId: text(row, "orgId"),
    userId: text(row, "userId"),
    role: text(row, "role") as Role,
    installationId: nullableText(row, "installationId"),
  };
}
