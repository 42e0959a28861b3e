/** Reads a JSON report that the user names. */
import { readFile } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isRecord } from "../../spec/contract.ts";
import type { Report } from "../model/report.ts";
import { validateReport } from "./schema.ts";
import { upgraded } from "./upgrade-report.ts";

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
  if (typeof version === "number" && version !== 1 && version !== 2) {
    throw new UsageError(
      `${flag} ${path} is a report of schema version ${version}, and this fpk reads versions 1 and 2; make a new one: fpk check`,
    );
  }
  const report = upgraded(value);
  const [problem] = validateReport(report);
  if (problem !== undefined) throw new UsageError(`${flag} ${path} is not a report of fpk check: ${problem}`);
  return report as Report;
}
