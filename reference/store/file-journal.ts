/**
 * Keeps a database in a file. Transactions that are committed while a batch is being written form the next batch, so that they
 * share one flush. When the changes have become longer than the snapshot before them, a new snapshot replaces the file.
 */

import { basename, dirname, join } from "node:path";
import { batchBytes, contentsOf, snapshotBytes } from "./data-format.ts";
import type { Database } from "./database.ts";
import type { FileSystem, OpenFile } from "./file-system.ts";
import type { Journal, Transaction } from "./journal.ts";
import { StorageError } from "./storage-error.ts";

interface Batch {
  readonly transactions: Transaction[];
  /** Why the batch will not be written: an earlier one could not be. */
  failure?: StorageError;
}

/** The file is not replaced by a snapshot before it has this many bytes of changes. */
const minChangesLength = 4 * 1024 * 1024;

export class FileJournal implements Journal {
  readonly #path: string;
  readonly #files: FileSystem;
  readonly #database: Database;
  #file: OpenFile | undefined;
  /** How many bytes of the file are valid, and how many of them are the snapshot before the changes. */
  #length = 0;
  #snapshotLength = 0;
  /** Takes the transactions that are committed now. */
  #collecting: Batch | undefined;
  /** Settles when all that was committed until now is written or has failed; undefined if nothing is to be written. */
  #written: Promise<void> | undefined;
  /** Why the database holds changes that the file does not. */
  #failure: StorageError | undefined;

  constructor(path: string, files: FileSystem, database: Database) {
    this.#path = path;
    this.#files = files;
    this.#database = database;
  }

  /** Writes a new file. Throws the system's error. */
  create(): Promise<void> {
    return this.#replaceFile();
  }

  /** Opens a file of which `length` bytes are whole, and cuts off the rest. Throws the system's error. */
  async resume(length: number): Promise<void> {
    this.#file = await this.#files.open(this.#path, "r+");
    await this.#file.truncate(length);
    this.#length = length;
    this.#snapshotLength = length;
  }

  add(transaction: Transaction): void {
    this.#collecting ??= this.#newBatch();
    this.#collecting.transactions.push(transaction);
  }

  flushed(): Promise<void> | undefined {
    return this.#written ?? (this.#failure === undefined ? undefined : Promise.reject(this.#failure));
  }

  get isFailing(): boolean {
    return this.#failure !== undefined;
  }

  async close(): Promise<void> {
    await this.#written?.catch(() => {});
    await this.#file?.close();
  }

  #newBatch(): Batch {
    const batch: Batch = { transactions: [] };
    const before = this.#written ?? Promise.resolve();
    const written = before.catch(() => {}).then(() => this.#write(batch));
    this.#written = written;
    const done = () => {
      if (this.#written === written) this.#written = undefined;
    };
    written.then(done, done);
    return batch;
  }

  /** Writes a batch, or takes back all that is not written, and throws StorageError. */
  async #write(batch: Batch): Promise<void> {
    if (this.#collecting === batch) this.#collecting = undefined;
    if (batch.failure !== undefined) throw batch.failure;
    try {
      if (this.#failure !== undefined) throw this.#failure;
      const isLong = this.#length - this.#snapshotLength > Math.max(minChangesLength, this.#snapshotLength);
      // A snapshot holds the batch too.
      if (!isLong || !(await this.#tryToReplaceFile())) await this.#append(batch);
    } catch (error) {
      this.#failure = error instanceof StorageError ? error : new StorageError(error);
      const failure = this.#failure;
      await this.#restore(failure).catch(() => {});
      throw failure;
    }
  }

  async #append({ transactions }: Batch): Promise<void> {
    const bytes = batchBytes(transactions);
    await this.#file?.write(bytes, this.#length);
    await this.#file?.flush();
    this.#length += bytes.length;
  }

  /** If there is no room for a snapshot, the file stays, and becomes longer. */
  #tryToReplaceFile(): Promise<boolean> {
    return this.#replaceFile().then(
      () => true,
      () => false,
    );
  }

  async #replaceFile(): Promise<void> {
    const bytes = snapshotBytes(this.#database.bytes());
    // One name for all processes, of which the lock admits one: what a killed one left is overwritten, and does not pile up.
    const temporary = join(dirname(this.#path), `.${basename(this.#path)}.tmp`);
    let file: OpenFile | undefined;
    try {
      file = await this.#files.open(temporary, "w");
      await file.write(bytes, 0);
      await file.flush();
      await this.#files.rename(temporary, this.#path);
    } catch (error) {
      await file?.close();
      await this.#files.remove(temporary).catch(() => {});
      throw error;
    }
    await this.#file?.close();
    this.#file = file;
    this.#length = bytes.length;
    this.#snapshotLength = bytes.length;
  }

  /** Takes the database back to what the file holds. What is committed meanwhile fails too. */
  async #restore(failure: StorageError): Promise<void> {
    const bytes = await this.#files.read(this.#path);
    const contents = contentsOf(bytes.subarray(0, this.#length));
    if (!("snapshot" in contents)) throw failure;
    this.#database.replace(contents.snapshot, contents.transactions);
    if (this.#collecting !== undefined) this.#collecting.failure = failure;
    this.#collecting = undefined;
    this.#failure = undefined;
    await this.#file?.truncate(this.#length);
  }
}
