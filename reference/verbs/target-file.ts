/** Reads and writes the target file of a running reference. */
import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import { writeFileAtomically } from "../../cli/write-file.ts";
import { isRecord } from "../../spec/contract.ts";
import type { Target, TargetCredential } from "../parts/target.ts";

/** The credentials in the target file of an earlier start; none if there is no file. Throws `UsageError` for another file. */
export function readTargetFile(path: string): readonly TargetCredential[] {
  if (!existsSync(path)) return [];
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
  return known.credentials.filter((credential) => isRecord(credential) && typeof credential.token === "string");
}

/** Writes the target file completely or not at all, readable by its owner only (mode 0600). Throws `UsageError`. */
export async function writeTargetFile(path: string, target: Target): Promise<void> {
  readTargetFile(path);
  await writeFileAtomically(path, `${JSON.stringify(target, null, 2)}\n`, { mode: 0o600 });
}
