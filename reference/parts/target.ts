/** The target file of a running reference: where it is, its credentials, its rate limit. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRecord } from "../../spec/contract.ts";

export interface TargetCredential {
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The organization's id. */
  readonly org?: string;
  readonly expired?: boolean;
  /** Operations that the caller may not call. */
  readonly denied?: readonly string[];
}

export interface Target {
  readonly baseUrl: string;
  readonly credentials: readonly TargetCredential[];
  readonly rateLimit: { readonly limit: number; readonly windowSeconds: number };
}

/** The target cannot be written there; the message says why, in one sentence. */
export class TargetFileError extends Error {
  override readonly name = "TargetFileError";
}

/** Throws TargetFileError where `path` holds something that is not a target file, or one that somebody wrote by hand. */
export function checkTargetFile(path: string): void {
  if (!existsSync(path)) return;
  let known: unknown;
  try {
    known = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    known = undefined;
  }
  if (!isRecord(known) || typeof known.baseUrl !== "string" || !Array.isArray(known.credentials)) {
    throw new TargetFileError(`${path} is not a target file: it was left untouched; choose another file.`);
  }
  if (JSON.stringify(known.credentials).includes("${")) {
    throw new TargetFileError(
      `${path} names variables, so it was not written here: it was left untouched; choose another file.`,
    );
  }
}

/** Writes the target for its owner's eyes only (mode 0600), at once or not at all. Throws TargetFileError. */
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
