/** Writes the target file of a running reference. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRecord } from "../../spec/contract.ts";
import type { Target } from "../parts/target.ts";

/** The target file cannot be written; the message says why, in one sentence. */
export class TargetFileError extends Error {
  override readonly name = "TargetFileError";
}

/** Throws TargetFileError if `path` holds something other than a target file, or a target file written by hand. */
export function checkTargetFile(path: string): void {
  if (!existsSync(path)) return;
  let known: unknown;
  try {
    known = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    known = undefined;
  }
  if (!isRecord(known) || typeof known.baseUrl !== "string" || !Array.isArray(known.credentials)) {
    throw new TargetFileError(`${path} is not a target file: it was not changed; choose another file.`);
  }
  if (JSON.stringify(known.credentials).includes("${")) {
    throw new TargetFileError(
      `${path} refers to environment variables, so it was written by hand: it was not changed; choose another file.`,
    );
  }
}

/** Writes the target, readable by its owner only (mode 0600), whole or not at all. Throws TargetFileError. */
export function writeTargetFile(path: string, target: Target): void {
  checkTargetFile(path);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, `${JSON.stringify(target, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new TargetFileError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
