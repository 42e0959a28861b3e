/** A file that belongs to one process at a time. A process that has ended, however it did, holds nothing. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Those that this process has: where process ids are few, a process that is gone may have had the same. */
const held = new Set<string>();

/**
 * Takes the lock, a file with the holder's id. Returns a function that gives it up, or the id of the process that has it.
 * Throws the system's error.
 */
export function takeLock(lock: string): (() => void) | number {
  const holder = holderOf(lock);
  if (holder !== undefined) return holder;
  rmSync(lock, { force: true });
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
  } catch (error) {
    const rival = isNodeError(error, "EEXIST") ? holderOf(lock) : undefined;
    if (rival === undefined) throw error;
    return rival;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    rmSync(lock, { force: true });
  };
}

/** The living process that has a lock. */
function holderOf(lock: string): number | undefined {
  let content: string;
  try {
    content = readFileSync(lock, "utf8");
  } catch (error) {
    if (isNodeError(error, "ENOENT")) return undefined;
    throw error;
  }
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

/** When a process was started, in a unit of the system; empty where the system does not say. Another with the same id has another. */
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
