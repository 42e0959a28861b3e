/** Finds the reports that `--target` and `--report` name. */
import { existsSync } from "node:fs";
import { readFile } from "../../../cli/read-file.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import type { Report } from "../../model/report.ts";
import { readReport } from "../../reports/read-report.ts";
import { record } from "../document/json.ts";

/** `staging.json` has its last report in `staging.report.json`. */
const reportBeside = (target: string) => target.replace(/(\.json)?$/i, ".report.json");

/** Throws `UsageError` if there is no report, with the command that makes one. */
export function reportOfTarget(target: string): Report {
  const text = readFile(target, "--target");
  const path = reportBeside(target);
  if (!existsSync(path)) {
    throw new UsageError(
      `--target ${target} has no report beside it, and the gate sends nothing; make one: fpk check --target ${target} --report ${path}`,
    );
  }
  const report = readReport(path, "the report");
  const declared = baseUrlOf(text);
  if (declared !== undefined && declared !== report.target.baseUrl.replace(/\/+$/, "")) {
    throw new UsageError(
      `${path} is a report of ${report.target.baseUrl}, and ${target} names ${declared}; make a new one: fpk check --target ${target} --report ${path}`,
    );
  }
  return report;
}

/** The base URL in a target file; undefined if it depends on the environment. */
function baseUrlOf(text: string): string | undefined {
  try {
    const url = record(JSON.parse(text)).baseUrl;
    return typeof url === "string" && !url.includes("${") ? url.replace(/\/+$/, "") : undefined;
  } catch {
    return undefined;
  }
}
