/** Reads a file that a flag names. */
import { readFileSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

/** The file's text. Throws `UsageError` where it cannot be read. */
export function readFile(path: string, flag: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${flag} ${path} ${whyUnreadable(error)}`);
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "is not there";
  return code === "EISDIR" ? "is a directory; name a file" : "cannot be read";
}
