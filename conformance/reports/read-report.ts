/** Reads a JSON report that the user names. */
import { readFile } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isRecord } from "../../spec/contract.ts";
import type { Report } from "../model/report.ts";
import { validateReport } from "./schema.ts";

/** A JSON report of `fpk check`, `fuzz` or `load`. `flag` is what names the file. Throws `UsageError` for anything else. */
export function readReport(path: string, flag: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(readFile(path, flag));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} is not a JSON report; fpk check --report NAME.json makes one`);
  }
  const version = isRecord(value) ? value.schemaVersion : undefined;
  if (typeof version === "number" && version !== 1) {
    throw new UsageError(
      `${flag} ${path} is a report of schema version ${version}, and this fpk reads version 1; make a new one: fpk check`,
    );
  }
  const [problem] = validateReport(value);
  if (problem !== undefined) throw new UsageError(`${flag} ${path} is not a report of fpk check: ${problem}`);
  return value as Report;
}
