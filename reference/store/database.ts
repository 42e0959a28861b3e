/** One SQLite database in memory: prepared statements, transactions, foreign keys on. */

import initSqlJs, { type Database as SqlDatabase, type SqlJsStatic, type SqlValue, type Statement } from "sql.js";
import { encode } from "./encoding.ts";
import type { Bindable, Journal, Transaction } from "./journal.ts";
import type { Row } from "./row.ts";

/** Nobody else opens the database, so it need not look for others' locks and journals at each query, which costs more than the query. */
const pragmas = "PRAGMA foreign_keys = ON; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY";

/** The WebAssembly engine, compiled once in a process. */
let engine: Promise<SqlJsStatic> | undefined;

interface Prepared {
  readonly statement: Statement;
  /** The names of its columns, read once, because each read copies them from the engine's memory. */
  columns?: readonly string[];
}

/** An open database. Every statement is prepared once and kept. */
export class Database {
  readonly #Sql: SqlJsStatic["Database"];
  #sql: SqlDatabase;
  readonly #statements = new Map<string, Prepared>();
  /** The changes of the open transaction. */
  #changes: [string, ...Bindable[]][] | undefined;
  /** Keeps every transaction, if the database has a file. */
  journal: Journal | undefined;
  /** Called when the database is closed. */
  afterClose: () => void = () => {};

  constructor(Sql: SqlJsStatic["Database"], bytes?: Uint8Array) {
    this.#Sql = Sql;
    this.#sql = new Sql(bytes);
    this.#sql.run(pragmas);
  }

  /** All rows of a query. */
  all(query: string, ...parameters: readonly Bindable[]): Row[] {
    const prepared = this.#prepare(query);
    const { statement } = prepared;
    const rows: Row[] = [];
    try {
      statement.bind(parameters.map(encode));
      while (statement.step()) {
        const values = statement.get();
        prepared.columns ??= statement.getColumnNames();
        const row: Record<string, SqlValue> = {};
        for (let at = 0; at < values.length; at += 1) row[prepared.columns[at] ?? ""] = values[at] ?? null;
        rows.push(row);
      }
    } finally {
      statement.reset();
    }
    return rows;
  }

  /** The first row of a query, if there is one. */
  first(query: string, ...parameters: readonly Bindable[]): Row | undefined {
    return this.all(query, ...parameters)[0];
  }

  /** Runs one changing statement. Throws what SQLite says, such as a broken foreign key. */
  run(statement: string, ...parameters: readonly Bindable[]): void {
    if (this.#changes === undefined && this.journal !== undefined)
      throw new Error("a change outside a transaction is not kept");
    this.#prepare(statement).statement.run(parameters.map(encode));
    this.#changes?.push([statement, ...parameters]);
  }

  /** Inserts one row, given by the names of its columns. */
  insert(table: string, row: Readonly<Record<string, Bindable>>): void {
    const columns = Object.keys(row);
    const places = columns.map(() => "?").join(", ");
    this.run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`, ...Object.values(row));
  }

  /** Runs statements that take no parameters, such as the schema. */
  script(statements: string): void {
    this.#sql.run(statements);
  }

  /** Does all of `work` or nothing. What it changed is kept when `flushed` says so. */
  transaction<T>(work: () => T): T {
    const changes: [string, ...Bindable[]][] = [];
    this.#changes = changes;
    this.#prepare("BEGIN").statement.run();
    try {
      const result = work();
      this.#prepare("COMMIT").statement.run();
      this.journal?.add(changes);
      return result;
    } catch (error) {
      this.#sql.run("ROLLBACK");
      throw error;
    } finally {
      this.#changes = undefined;
    }
  }

  /**
   * Resolves when all that was committed until now survives the end of the process; undefined if it already does. Await it before a
   * response that shows it. Rejects with StorageError if it could not be written, and was undone.
   */
  flushed(): Promise<void> | undefined {
    return this.journal?.flushed();
  }

  /** Replaces all that it holds: by the bytes of a SQLite file, and the transactions since. */
  replace(bytes: Uint8Array, transactions: readonly Transaction[]): void {
    this.#statements.clear();
    this.#sql.close();
    this.#sql = new this.#Sql(bytes);
    this.#sql.run(pragmas);
    this.#sql.run("BEGIN");
    for (const [statement, ...parameters] of transactions.flat()) {
      this.#prepare(statement).statement.run(parameters.map(encode));
    }
    this.#sql.run("COMMIT");
  }

  /** The whole database as the bytes of a SQLite file. */
  bytes(): Uint8Array {
    // Exporting closes and opens the database: statements and pragmas are gone afterwards.
    this.#statements.clear();
    const bytes = this.#sql.export();
    this.#sql.run(pragmas);
    return bytes;
  }

  async close(): Promise<void> {
    await this.journal?.close();
    this.#statements.clear();
    this.#sql.close();
    this.afterClose();
  }

  #prepare(query: string): Prepared {
    const known = this.#statements.get(query);
    if (known !== undefined) return known;
    const prepared = { statement: this.#sql.prepare(query) };
    this.#statements.set(query, prepared);
    return prepared;
  }
}

/** Opens `bytes` (a SQLite file), or an empty database. */
export async function openDatabase(bytes?: Uint8Array): Promise<Database> {
  engine ??= initSqlJs();
  const { Database: Sql } = await engine;
  return new Database(Sql, bytes);
}
