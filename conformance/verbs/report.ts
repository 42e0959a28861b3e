/** `fpk report REPORT.json`: writes the report of an earlier run in another format, without sending any request. */
import type { Command } from "commander";
import type { VerbContext } from "../../cli/verb.ts";
import { writeReport } from "../reports/files.ts";
import { readReport } from "../reports/read-report.ts";
import { checkReportPaths, declareReportOptions, printReport, type ReportOptions } from "./write-report.ts";

export function configure(command: Command): void {
  declareReportOptions(
    command.argument("<report>", "a JSON report of fpk check, judge, proxy, fuzz or load"),
  ).addHelpText(
    "after",
    `
Without --report, the report is printed as the run printed it. The exit code is 0, whatever the run concluded.

Examples:
  fpk report report.json --verbose
  fpk report report.json --report comment.md --report junit.xml`,
  );
}

/** Throws `UsageError` for a file that is not a report, and `WriteError` for one that cannot be written. */
export async function run(path: string, options: ReportOptions, io: VerbContext): Promise<number> {
  await checkReportPaths(options);
  const report = readReport(path, "the report");
  const { report: paths = [], json } = options;
  // The report names the file that was read, in which `fpk show` finds the exchanges.
  if (paths.length === 0 || json === true) printReport(report, { ...options, report: [path] }, io);
  for (const written of paths) {
    await writeReport(report, written);
    if (json !== true) io.stdout.write(`${written} is written\n`);
  }
  return 0;
}
