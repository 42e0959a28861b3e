/** A database in a file: what a response has acknowledged survives the end of the process and a failing disk. */

import { join, resolve } from "node:path";
import { systemReason } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { contentsOf } from "./data-format.ts";
import { type Database, openDatabase } from "./database.ts";
import { FileJournal } from "./file-journal.ts";
import { takeLock } from "./file-lock.ts";
import { type FileSystem, hasCode } from "./file-system.ts";
import { writeRestFile } from "./rest-file.ts";
import { number } from "./row.ts";
import { schemaVersion } from "./schema.ts";

/** Thrown if the file cannot be used; the message says which and why, in one sentence. */
class DataFileError extends UsageError {
  override readonly name = "DataFileError";
}

interface OpenOptions {
  /** Makes the database of a new file. */
  readonly create: () => Promise<Database>;
  readonly reset: boolean;
  /** A snapshot never replaces fewer bytes of changes than this; some MiB by default. */
  readonly minChangesLength?: number;
}

interface OpenedFile {
  readonly database: Database;
  /** Whether the file did not exist, was empty, or its contents were discarded. */
  readonly isNew: boolean;
  /** A sentence about bytes at the file's end that could not be read, and where they are kept now. */
  readonly notice?: string | undefined;
}

/**
 * Opens the database in the file `path`; if there is none, or with `reset`, keeps a new one there. The file belongs to this process
 * until the database is closed. Throws DataFileError, and leaves the file as it is, if it holds anything else, is damaged, or
 * belongs to another process.
 */
export async function openDataFile(
  path: string,
  files: FileSystem,
  { create, reset, minChangesLength }: OpenOptions,
): Promise<OpenedFile> {
  const unlock = await attempt(path, "written", async () => takeLock(`${resolve(path)}.lock`));
  if (typeof unlock === "number") throw new DataFileError(`${path} is in use by process ${unlock}.`);
  let database: Database | undefined;
  try {
    const known = await readDataFile(path, files);
    const isNew = known === undefined || reset;
    if (isNew) await known?.database.close();
    const opened = isNew ? await create() : known.database;
    database = opened;
    const notice = isNew ? undefined : await keepTail(path, files, known);
    const journal = new FileJournal(path, files, opened, minChangesLength);
    opened.journal = journal;
    await attempt(path, "written", () => (isNew ? journal.create() : journal.resume(known.length)));
    opened.afterClose = unlock;
    return { database: opened, isNew, notice };
  } catch (error) {
    await database?.close();
    unlock();
    throw error;
  }
}

/**
 * Keeps the bytes behind the valid ones in a file beside this one, because a damaged record that was acknowledged looks like a record
 * that was never written whole. Resolves to a sentence about them; undefined if there are none.
 */
async function keepTail(path: string, files: FileSystem, { length, tail }: { length: number; tail: Buffer }) {
  if (tail.length === 0) return undefined;
  const kept = await attempt(`${path}.rest-1`, "written", () => writeRestFile(path, files, tail));
  return (
    `the last ${tail.length} bytes of ${path}, from byte ${length} on, are not a whole record: a write that was interrupted before ` +
    `any response acknowledged it, or damage. They were not read, and are kept in ${kept}.`
  );
}

/** The database in a file, how many of its bytes are valid, and those behind them; undefined if there is no file, or it is empty. */
async function readDataFile(path: string, files: FileSystem) {
  const bytes = await attempt(path, "read", () => files.read(path).catch(emptyIfMissing));
  if (bytes.length === 0) return undefined;
  const contents = contentsOf(bytes);
  if ("problem" in contents) throw new DataFileError(`${path} ${problemOf(contents)}`);
  const database = await openDatabase(contents.snapshot);
  if (number(database.first("PRAGMA user_version") ?? {}, "user_version") !== schemaVersion) {
    await database.close();
    throw new DataFileError(`${path} ${problems.otherVersion}`);
  }
  database.replace(contents.snapshot, contents.transactions);
  return { database, length: contents.length, tail: bytes.subarray(contents.length) };
}

const problems = {
  foreign: "is not a database of the reference: it was not changed; choose another file.",
  otherVersion: "was written by another version of the reference: it was not changed; choose another file.",
};

const problemOf = (contents: { problem: keyof typeof problems } | { problem: "damaged"; at: number }): string =>
  contents.problem === "damaged"
    ? `is damaged from byte ${contents.at} on: it was not changed; restore it from a copy, or choose another file.`
    : problems[contents.problem];

function emptyIfMissing(error: unknown): Buffer {
  if (hasCode(error, "ENOENT")) return Buffer.alloc(0);
  throw error;
}

async function attempt<T>(path: string, what: "read" | "written", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, "EISDIR"))
      throw new DataFileError(`${path} is a directory: choose a file in it, such as ${join(path, "data")}.`);
    throw new DataFileError(`${path} cannot be ${what}: ${systemReason(error)}.`);
  }
}
