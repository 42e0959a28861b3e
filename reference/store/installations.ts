/** Installations (§2.10). */

import type { Database } from "./database.ts";
import type { JsonObject, Row } from "./row.ts";
import { object, text } from "./row.ts";
import { type Scope, scopeCondition } from "./scope.ts";

export interface InstallationRow {
  readonly id: string;
  readonly integrationId: string;
  readonly orgId: string;
  readonly config: JsonObject;
  readonly status: string;
  readonly createdAt: string;
}

const read = (row: Row): InstallationRow => ({
  id: text(row, "id"),
  integrationId: text(row, "integrationId"),
  orgId: text(row, "orgId"),
  config: object(row, "config"),
  status: text(row, "status"),
  createdAt: text(row, "createdAt"),
});

export function findInstallation(store: Database, scope: Scope, id: string): InstallationRow | undefined {
  const { sql, parameters } = scopeCondition("orgId", scope);
  const row = store.first(`SELECT * FROM installations WHERE id = ? AND ${sql}`, id, ...parameters);
  return row === undefined ? undefined : read(row);
}

/** In the order of their creation. */
export function allInstallations(store: Database, scope: Scope): InstallationRow[] {
  const { sql, parameters } = scopeCondition("orgId", scope);
  return store.all(`SELECT * FROM installations WHERE ${sql} ORDER BY createdAt, id`, ...parameters).map(read);
}
