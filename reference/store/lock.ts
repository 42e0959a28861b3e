/** Keeps a data file to one process: two would overwrite each other's changes. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Another running process holds the lock. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

/**
 * Takes the lock of `path`, a file beside it that contains the process id; the lock of a process that has ended is taken over.
 * Returns a function that releases it. Throws LockedError, or the system's error for the folder.
 */
export function lock(path: string): () => void {
  const file = `${path}.lock`;
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const holder = Number(readFileSync(file, "utf8"));
    if (isAlive(holder)) throw new LockedError(`${path} is in use by process ${holder}.`);
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
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
