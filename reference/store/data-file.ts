/** A database in a file: a change is on the disk before its response is sent. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorMessage } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { type Database, openDatabase } from "./database.ts";
import { number } from "./row.ts";
import { applicationId, schemaVersion } from "./schema.ts";

/** The file cannot be used; the message says which and why, in one sentence. */
export class DataFileError extends UsageError {
  override readonly name = "DataFileError";
}

/**
 * Reads the database in `path`; undefined if there is no file, or it is empty.
 * Throws DataFileError, and leaves the file as it is, if it holds anything else.
 */
export async function readDataFile(path: string): Promise<Database | undefined> {
  if (!existsSync(path)) return undefined;
  const bytes = attempt(path, "read", () => readFileSync(path));
  if (bytes.length === 0) return undefined;
  if (!bytes.subarray(0, 16).equals(Buffer.from("SQLite format 3\0"))) throw notOurs(path);
  const database = await openDatabase(bytes).catch(() => {
    throw notOurs(path);
  });
  try {
    const isOurs = number(database.first("PRAGMA application_id") ?? {}, "application_id") === applicationId;
    if (!isOurs || database.first("PRAGMA integrity_check")?.integrity_check !== "ok") throw notOurs(path);
    if (number(database.first("PRAGMA user_version") ?? {}, "user_version") !== schemaVersion) {
      throw new DataFileError(`${path} was written by another version of the reference: choose another file.`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error instanceof DataFileError ? error : notOurs(path);
  }
}

const notOurs = (path: string) =>
  new DataFileError(`${path} is not a database of the reference: it was not changed; choose another file.`);

function attempt<T>(path: string, what: "read" | "written", work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DataFileError(`${path} cannot be ${what}: ${errorMessage(error)}.`);
  }
}

/**
 * Keeps the file to this process, because two would overwrite each other's changes. Returns a function that unlocks it.
 * Throws DataFileError if another process has it.
 */
export function lockDataFile(path: string): () => void {
  const lock = `${path}.lock`;
  const holder = attempt(path, "written", () => takeLock(lock));
  if (holder !== undefined) throw new DataFileError(`${path} is in use by process ${holder}.`);
  return () => rmSync(lock, { force: true });
}

/** The lock holds a process id. Takes that of a process that has ended; returns the process that has it otherwise. */
function takeLock(lock: string): number | undefined {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const holder = Number(readFileSync(lock, "utf8"));
    if (isAlive(holder)) return holder;
    writeFileSync(lock, String(process.pid));
  }
  return undefined;
}

function isAlive(holder: number): boolean {
  if (!Number.isInteger(holder) || holder <= 0) return false;
  try {
    return process.kill(holder, 0);
  } catch (error) {
    // The process exists, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Writes the database to `path` whole or not at all: a temporary file beside it, flushed, then renamed. */
export function writeDataFile(database: Database, path: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, "w", 0o600);
    try {
      const bytes = database.bytes();
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    flushDirectory(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new DataFileError(`${path} cannot be written: ${errorMessage(error)}.`);
  }
}

/** A rename is durable once its directory is flushed; on systems that cannot open directories there is nothing to flush. */
function flushDirectory(path: string): void {
  let directory: number;
  try {
    directory = openSync(path, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(directory);
  } catch {
    // Some file systems cannot flush a directory; the rename is then as durable as they make it.
  } finally {
    closeSync(directory);
  }
}
