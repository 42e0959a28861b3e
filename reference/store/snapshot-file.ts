/** A data file on the disk: how changes are added to it, and how a snapshot replaces it. Throws the system's errors. */

import { basename, dirname, join } from "node:path";
import type { FileSystem, OpenFile } from "./file-system.ts";

export class SnapshotFile {
  readonly #path: string;
  readonly #files: FileSystem;
  readonly #minChangesLength: number;
  #file: OpenFile | undefined;
  /** How many bytes of the file are valid, and how many of them are the snapshot before the changes. */
  #length = 0;
  #snapshotLength = 0;
  /** Whether the file may have bytes behind the valid ones. */
  #hasTail = false;
  /** Whether a loss of power could bring back the file that this one has replaced. */
  #isNameUnflushed = false;
  /** A new file of which the system reported that it could not be renamed; nevertheless it may have been. */
  #uncertain: { readonly file: OpenFile; readonly bytes: Buffer } | undefined;

  /** The file is not replaced by a snapshot before it has `minChangesLength` bytes of changes. */
  constructor(path: string, files: FileSystem, minChangesLength: number) {
    this.#path = path;
    this.#files = files;
    this.#minChangesLength = minChangesLength;
  }

  /** Whether the changes have become longer than the snapshot before them. */
  get isLong(): boolean {
    return this.#length - this.#snapshotLength > Math.max(this.#minChangesLength, this.#snapshotLength);
  }

  /** Opens a file of which `length` bytes are valid, and cuts off the rest. */
  async open(length: number): Promise<void> {
    this.#use(await this.#files.open(this.#path, "r+"), length);
    this.#hasTail = true;
    await this.cut();
  }

  async append(bytes: Buffer): Promise<void> {
    await this.#write(bytes);
    this.#length += bytes.length;
    this.#hasTail = false;
  }

  /** Whether so many bytes can be appended now: writes zeros, and cuts them off again. */
  async tryToAppend(length: number): Promise<void> {
    try {
      await this.#write(Buffer.alloc(length));
    } finally {
      await this.cut();
    }
  }

  /** Makes `bytes` the file's content. */
  async replace(bytes: Buffer): Promise<void> {
    await this.#settle();
    // One name for all processes, of which the lock admits one: what a killed one left is overwritten, and does not pile up.
    const temporary = join(dirname(this.#path), `.${basename(this.#path)}.tmp`);
    let file: OpenFile | undefined;
    try {
      file = await this.#files.open(temporary, "w");
      await file.write(bytes, 0);
      await file.flush();
    } catch (error) {
      await file?.close();
      await this.#files.remove(temporary).catch(() => {});
      throw error;
    }
    try {
      await this.#files.rename(temporary, this.#path);
    } catch (error) {
      this.#uncertain = { file, bytes };
      await this.#files.remove(temporary).catch(() => {});
      throw error;
    }
    await this.#useNew(file, bytes);
  }

  /** Resolves when a loss of power cannot bring back the file before. */
  async flushName(): Promise<void> {
    if (this.#isNameUnflushed) await this.#files.flushName(this.#path);
    this.#isNameUnflushed = false;
  }

  /** The valid bytes. */
  async read(): Promise<Buffer> {
    await this.#settle();
    return (await this.#files.read(this.#path)).subarray(0, this.#length);
  }

  /** Cuts off what is behind the valid bytes. */
  async cut(): Promise<void> {
    if (this.#hasTail) await this.#file?.truncate(this.#length);
    this.#hasTail = false;
  }

  async close(): Promise<void> {
    await this.#uncertain?.file.close();
    await this.#file?.close();
  }

  /** Writes behind the valid bytes; resolves when they are on the disk. */
  async #write(bytes: Buffer): Promise<void> {
    await this.#settle();
    // What a longer write left would follow a shorter one, and look like damage.
    await this.cut();
    this.#hasTail = true;
    await this.#file?.write(bytes, this.#length);
    await this.#file?.flush();
    await this.flushName();
  }

  /** Finds out which file has the name: the one that is written to must be the one that the next start reads. */
  async #settle(): Promise<void> {
    if (this.#uncertain === undefined) return;
    const { file, bytes } = this.#uncertain;
    const isRenamed = (await this.#files.read(this.#path)).equals(bytes);
    this.#uncertain = undefined;
    if (isRenamed) await this.#useNew(file, bytes);
    else await file.close();
  }

  async #useNew(file: OpenFile, bytes: Buffer): Promise<void> {
    const before = this.#file;
    this.#use(file, bytes.length);
    this.#hasTail = false;
    this.#isNameUnflushed = true;
    await before?.close();
  }

  #use(file: OpenFile, length: number): void {
    this.#file = file;
    this.#length = length;
    this.#snapshotLength = length;
  }
}
