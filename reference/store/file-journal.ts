/**
 * Keeps a database in a file. Transactions that are committed while a batch is being written form the next batch, so that they
 * share one flush. When the changes have become longer than the snapshot before them, a new snapshot replaces the file.
 */

import { batchBytes, contentsOf, snapshotBytes } from "./data-format.ts";
import type { Database } from "./database.ts";
import type { FileSystem } from "./file-system.ts";
import type { Journal, Transaction } from "./journal.ts";
import { SnapshotFile } from "./snapshot-file.ts";
import { StorageError } from "./storage-error.ts";

interface Batch {
  readonly transactions: Transaction[];
  /** Why the batch will not be written: an earlier one could not be. */
  failure?: StorageError;
}

export class FileJournal implements Journal {
  readonly #file: SnapshotFile;
  readonly #database: Database;
  /** Takes the transactions that are committed now. */
  #collecting: Batch | undefined;
  /** Settles when all that was committed until now is written or has failed; undefined if nothing is to be written. */
  #written: Promise<void> | undefined;
  /** Why the database holds changes that the file does not. */
  #failure: StorageError | undefined;
  /** How many bytes could not be written last; undefined if they could. */
  #refusedLength: number | undefined;

  /** `minChangesLength`: how many bytes of changes a snapshot replaces at least. */
  constructor(path: string, files: FileSystem, database: Database, minChangesLength = 4 * 1024 * 1024) {
    this.#file = new SnapshotFile(path, files, minChangesLength);
    this.#database = database;
  }

  /** Writes a new file. Throws the system's error. */
  async create(): Promise<void> {
    await this.#file.replace(snapshotBytes(this.#database.bytes()));
    await this.#file.flushName();
  }

  /** Opens a file of which `length` bytes are valid, and cuts off the rest. Throws the system's error. */
  resume(length: number): Promise<void> {
    return this.#file.open(length);
  }

  add(transaction: Transaction): void {
    this.#collecting ??= this.#newBatch();
    this.#collecting.transactions.push(transaction);
  }

  flushed(): Promise<void> | undefined {
    return this.#written ?? (this.#failure === undefined ? undefined : Promise.reject(this.#failure));
  }

  async canStore(): Promise<boolean> {
    const length = this.#refusedLength;
    if (length === undefined) return true;
    await (this.#written ?? this.#enqueue(() => this.#tryToStore(length))).catch(() => {});
    return this.#refusedLength === undefined;
  }

  async close(): Promise<void> {
    await this.#written?.catch(() => {});
    await this.#file.close();
  }

  #newBatch(): Batch {
    const batch: Batch = { transactions: [] };
    this.#enqueue(() => this.#write(batch));
    return batch;
  }

  /** Does work on the file when the work before is done. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const before = this.#written ?? Promise.resolve();
    const written = before.catch(() => {}).then(work);
    this.#written = written;
    const done = () => {
      if (this.#written === written) this.#written = undefined;
    };
    written.then(done, done);
    return written;
  }

  /** Writes a batch, or throws StorageError. */
  async #write(batch: Batch): Promise<void> {
    if (this.#collecting === batch) this.#collecting = undefined;
    if (batch.failure !== undefined) throw batch.failure;
    // Taken before others change the database: it holds what the file will hold with this batch.
    const snapshot = this.#file.isLong ? snapshotBytes(this.#database.bytes()) : undefined;
    const bytes = batchBytes(batch.transactions);
    await this.#attempt(bytes.length, () => this.#file.append(bytes));
    // If there is no room for a snapshot, the file stays, and becomes longer.
    if (snapshot !== undefined) await this.#file.replace(snapshot).catch(() => {});
  }

  /** Does work that writes so many bytes, or takes back all that is not written, and throws StorageError. */
  async #attempt(length: number, work: () => Promise<void>): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      await work();
      this.#refusedLength = undefined;
    } catch (error) {
      const failure = error instanceof StorageError ? error : new StorageError(error);
      this.#failure = failure;
      this.#refusedLength = length;
      await this.#restore(failure).catch(() => {});
      throw failure;
    }
  }

  /** Does again what failed: takes the database back, and writes so many bytes. Throws only where the database is not taken back. */
  async #tryToStore(length: number): Promise<void> {
    const failure = this.#failure;
    if (failure !== undefined) {
      await this.#restore(failure).catch(() => {
        throw failure;
      });
    }
    await this.#file.tryToAppend(length).then(
      () => {
        this.#refusedLength = undefined;
      },
      () => {},
    );
  }

  /** Rolls the database back to what the file holds. Transactions that are committed meanwhile fail, too. */
  async #restore(failure: StorageError): Promise<void> {
    const contents = contentsOf(await this.#file.read());
    if (!("snapshot" in contents)) throw failure;
    this.#database.replace(contents.snapshot, contents.transactions);
    if (this.#collecting !== undefined) this.#collecting.failure = failure;
    this.#collecting = undefined;
    this.#failure = undefined;
    await this.#file.cut();
  }
}
