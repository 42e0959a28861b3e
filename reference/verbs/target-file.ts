/** Writes the target file of a running reference. */

import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import { writeFileAtomically } from "../../cli/write-file.ts";
import { isRecord } from "../../spec/contract.ts";
import type { Target } from "../parts/target.ts";

/** Throws `UsageError` if `path` holds something other than a target file, or a target file written by hand. */
export function checkTargetFile(path: string): void {
  if (!existsSync(path)) return;
  let known: unknown;
  try {
    known = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    known = undefined;
  }
  if (!isRecord(known) || typeof known.baseUrl !== "string" || !Array.isArray(known.credentials)) {
    throw new UsageError(`${path} is not a target file: it was not changed; choose another file.`);
  }
  if (JSON.stringify(known.credentials).includes("${")) {
    throw new UsageError(
      `${path} refers to environment variables, so it was written by hand: it was not changed; choose another file.`,
    );
  }
}

/** Writes the target, readable by its owner only (mode 0600), whole or not at all. Throws `UsageError`. */
export async function writeTargetFile(path: string, target: Target): Promise<void> {
  checkTargetFile(path);
  await writeFileAtomically(path, `${JSON.stringify(target, null, 2)}\n`, { mode: 0o600 });
}
