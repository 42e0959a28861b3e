/** Reads files, which may be missing or unreadable. */
import { readFileSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

/** The text of a file that an option names. Throws `UsageError` if it cannot be read. */
export function readFile(path: string, option: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${option} ${path} ${whyUnreadable(error)}`);
  }
}

/** The content of a JSON file; undefined if the file does not exist or is not JSON. */
export function readJsonIfAny(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The predicate of a sentence whose subject is the file's path. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "is not there";
  if (code === "EACCES") return "may not be read; change its permissions";
  return code === "EISDIR" ? "is a directory; name a file" : "cannot be read";
}
