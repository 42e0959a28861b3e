/** One SQLite database in memory: prepared statements, transactions, foreign keys on. */

import initSqlJs, { type Database as SqlDatabase, type SqlJsStatic, type SqlValue, type Statement } from "sql.js";
import type { Row } from "./row.ts";
import { encodeText } from "./text-encoding.ts";

/** What may be bound to a parameter; objects and lists are stored as JSON text. */
type Bindable = string | number | boolean | null | object;

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
  readonly #sql: SqlDatabase;
  readonly #statements = new Map<string, Prepared>();
  /** Called after each transaction, before its response is sent. */
  afterWrite: () => void = () => {};
  /** Called when the database is closed. */
  afterClose: () => void = () => {};

  constructor(sql: SqlDatabase) {
    this.#sql = sql;
    this.#sql.run(pragmas);
  }

  /** All rows of a query. */
  all(query: string, ...parameters: readonly Bindable[]): Row[] {
    const prepared = this.#prepare(query);
    const { statement } = prepared;
    const rows: Row[] = [];
    try {
      statement.bind(parameters.map(bindable));
      while (statement.step()) {
        const values = statement.get();
        prepared.columns ??= statement.getColumnNames();
        rows.push(Object.fromEntries(prepared.columns.map((name, index) => [name, values[index] ?? null])));
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
    this.#prepare(statement).statement.run(parameters.map(bindable));
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

  /** Does all of `work` or nothing, then calls `afterWrite`. */
  transaction<T>(work: () => T): T {
    this.#sql.run("BEGIN");
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#sql.run("ROLLBACK");
      throw error;
    }
    this.#sql.run("COMMIT");
    this.afterWrite();
    return result;
  }

  /** The whole database as the bytes of a SQLite file. */
  bytes(): Uint8Array {
    // Exporting closes and opens the database: statements and pragmas are gone afterwards.
    this.#statements.clear();
    const bytes = this.#sql.export();
    this.#sql.run(pragmas);
    return bytes;
  }

  close(): void {
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

function bindable(value: Bindable): SqlValue {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "object" && value !== null) return encodeText(JSON.stringify(value));
  return typeof value === "boolean" ? Number(value) : value;
}

/** Opens `bytes` (a SQLite file), or an empty database. */
export async function openDatabase(bytes?: Uint8Array): Promise<Database> {
  engine ??= initSqlJs();
  const { Database: Sql } = await engine;
  return new Database(new Sql(bytes));
}
