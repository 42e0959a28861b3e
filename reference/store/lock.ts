/** Keeps a second process off a data file: each would overwrite what the other acknowledged. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Another process, which is alive, holds the lock. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

/**
 * Takes the lock of `path`, a file beside it that holds our process id; one whose process is gone is taken over.
 * Returns what gives it back. Throws LockedError, or what the system says about the folder.
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
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
