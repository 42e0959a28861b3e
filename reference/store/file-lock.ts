/** A lock file that one process holds at a time. A process that has ended, in whatever way, holds nothing. */

import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** The locks of this process. Its id alone does not identify it: a process that has ended may have had the same id. */
const held = new Set<string>();

/** Takes the lock, a file with the holder's id. Returns a function that gives it up, or the id of the process that has it. Throws the system's error. */
export function takeLock(lock: string): (() => void) | number {
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
    do {
      const holder = holderOf(lock) ?? removeStale(lock, own);
      if (holder !== undefined) return holder;
    } while (!placed(own, lock));
  } finally {
    rmSync(own, { force: true });
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    rmSync(lock, { force: true });
  };
}

/** Whether `file` became the lock: no other was there. A link brings the content with it, so that nobody reads a lock without its holder. */
function placed(file: string, lock: string): boolean {
  try {
    linkSync(file, lock);
  } catch (error) {
    if (isNodeError(error, "EEXIST")) return false;
    // This file system has no links.
    copyFileSync(file, lock, constants.COPYFILE_EXCL);
  }
  return true;
}

/**
 * Removes a lock whose holder is gone. One process at a time may, else it could be a rival's that has taken it in the meantime;
 * returns the id of a rival that is about to.
 */
function removeStale(lock: string, own: string): number | undefined {
  if (!existsSync(lock)) return undefined;
  const removing = `${lock}.removing`;
  if (!placed(own, removing)) {
    const content = contentOf(removing);
    // A rival that is done has removed the file, and the next may have placed its own by now.
    if (content === undefined) return undefined;
    const rival = livingHolder(removing, content);
    if (rival === undefined) rmSync(removing, { force: true });
    return rival;
  }
  try {
    const content = contentOf(lock);
    // A rival has removed the stale lock, and the next may place its own at any time.
    if (content === undefined) return undefined;
    if (livingHolder(lock, content) === undefined) rmSync(lock, { force: true });
  } finally {
    rmSync(removing, { force: true });
  }
  return undefined;
}

/** The living process that has a lock. */
function holderOf(lock: string): number | undefined {
  const content = contentOf(lock);
  return content === undefined ? undefined : livingHolder(lock, content);
}

/** Undefined if there is no such file. */
function contentOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (isNodeError(error, "ENOENT")) return undefined;
    throw error;
  }
}

function livingHolder(lock: string, content: string): number | undefined {
  const [id = "", start = ""] = content.split(" ");
  const holder = Number(id);
  if (holder === process.pid) return held.has(lock) ? holder : undefined;
  return isAlive(holder) && (start === "" || start === startOf(holder)) ? holder : undefined;
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // The process exists, and belongs to another user.
    return isNodeError(error, "EPERM");
  }
}

/** When a process was started, in a unit of the system; empty if the system does not say. Another with the same id has another. */
function startOf(id: number): string {
  try {
    // The name before it is in parentheses, and may hold any character (proc(5)).
    return readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

const isNodeError = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
