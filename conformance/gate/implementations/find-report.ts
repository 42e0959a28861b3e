/** Finds the reports that `--target` and `--report` name. */
import { existsSync } from "node:fs";
import { readFile } from "../../../cli/read-file.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import type { Report } from "../../model/report.ts";
import { validateReport } from "../../reports/schema.ts";
import { upgraded } from "../../reports/upgrade-report.ts";
import { record } from "../document/json.ts";

/** `staging.json` has its last report in `staging.report.json`. */
const reportBeside = (target: string) => target.replace(/(\.json)?$/i, ".report.json");

/** Throws `UsageError` where there is no report, with the command that makes one. */
export function reportOfTarget(target: string): Report {
  const text = readFile(target, "--target");
  const path = reportBeside(target);
  if (!existsSync(path)) {
    throw new UsageError(
      `--target ${target} has no report beside it, and the gate sends nothing; make one: fpk check --target ${target} --report ${path}`,
    );
  }
  const report = readReport(path, `the report ${path}`);
  const declared = baseUrlOf(text);
  if (declared !== undefined && declared !== report.target.baseUrl.replace(/\/+$/, "")) {
    throw new UsageError(
      `${path} is a report of ${report.target.baseUrl}, and ${target} names ${declared}; make a new one: fpk check --target ${target} --report ${path}`,
    );
  }
  return report;
}

/** Undefined where it depends on the environment. */
function baseUrlOf(text: string): string | undefined {
  try {
    const url = record(JSON.parse(text)).baseUrl;
    return typeof url === "string" && !url.includes("${") ? url.replace(/\/+$/, "") : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON report of `fpk check`. Throws `UsageError` for anything else. */
export function readReport(path: string, flag: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(readFile(path, flag));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} is not a JSON report; fpk check --report NAME.json makes one`);
  }
  const version = record(value).schemaVersion;
  if (typeof version === "number" && version !== 1 && version !== 2) {
    throw new UsageError(
      `${flag} ${path} is a report of schema version ${version}, and this gate reads versions 1 and 2; make a new one: fpk check`,
    );
  }
  const report = upgraded(value);
  const [problem] = validateReport(report);
  if (problem !== undefined) throw new UsageError(`${flag} ${path} is not a report of fpk check: ${problem}`);
  return report as Report;
}
