/** The operations of the file system that a data file needs. Tests let them fail. */

import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** An open file. */
export interface OpenFile {
  /** Writes all bytes at a position. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when what was written is on the disk. */
  flush(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export interface FileSystem {
  /** `flags` as Node's; a new file can be read and written by its owner only. */
  open(path: string, flags: string): Promise<OpenFile>;
  read(path: string): Promise<Buffer>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves when the name of a file that was renamed is on the disk. */
  flushName(path: string): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>;
}

export const realFileSystem: FileSystem = {
  async open(path, flags) {
    const file = await open(path, flags, 0o600);
    return {
      async write(bytes, position) {
        for (let at = 0; at < bytes.length; ) {
          at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
        }
      },
      flush: () => file.datasync(),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    };
  },
  read: (path) => readFile(path),
  rename,
  async flushName(path) {
    // Windows cannot open a directory, and has nothing to flush there.
    if (process.platform === "win32") return;
    const directory = await open(dirname(path), "r");
    await directory.sync().finally(() => directory.close());
  },
  remove: (path) => rm(path, { force: true }),
};

/** Whether a value is the system's error with this code, such as `EEXIST`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
