/** Tables as typed rows: their columns say how each value is read, and so what the type of a row is. */

import type { Database } from "./database.ts";
import type { Row } from "./row.ts";
import { type Scope, scopeCondition } from "./scope.ts";

/** The function that reads each column. */
type Columns = Readonly<Record<string, (row: Row, column: string) => unknown>>;

export type RowOf<C extends Columns> = { readonly [K in keyof C]: ReturnType<C[K]> };

export function rowReader<C extends Columns>(columns: C): (row: Row) => RowOf<C> {
  const readers = Object.entries(columns);
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const [column, reader] of readers) read[column] = reader(row, column);
    return read as RowOf<C>;
  };
}

/** The queries of a table whose rows belong to organizations: `owner` is the column with the organization's id. */
export function organizationTable<C extends Columns>(table: string, columns: C, owner = "orgId") {
  const read = rowReader(columns);
  return {
    /** In the order of their creation. */
    all(store: Database, scope: Scope): RowOf<C>[] {
      const { sql, parameters } = scopeCondition(owner, scope);
      return store.all(`SELECT * FROM ${table} WHERE ${sql} ORDER BY createdAt, id`, ...parameters).map(read);
    },
    find(store: Database, scope: Scope, id: string): RowOf<C> | undefined {
      const { sql, parameters } = scopeCondition(owner, scope);
      const row = store.first(`SELECT * FROM ${table} WHERE id = ? AND ${sql}`, id, ...parameters);
      return row && read(row);
    },
  };
}

/** The queries of a table whose rows belong to products; `order` names the columns by which a list is sorted. */
export function productTable<C extends Columns>(table: string, columns: C, order: string) {
  const read = rowReader(columns);
  return {
    all: (store: Database, productId: string): RowOf<C>[] =>
      store.all(`SELECT * FROM ${table} WHERE productId = ? ORDER BY ${order}`, productId).map(read),
    find(store: Database, productId: string, id: string): RowOf<C> | undefined {
      const row = store.first(`SELECT * FROM ${table} WHERE productId = ? AND id = ?`, productId, id);
      return row && read(row);
    },
  };
}
