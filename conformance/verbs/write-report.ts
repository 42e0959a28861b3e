/** Outputs the report of a verb: on standard output, and to the files in `--report`. */
import type { Command } from "commander";
import { hasColour } from "../../cli/colour.ts";
import { collectValues } from "../../cli/options.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Report } from "../model/report.ts";
import { checkReportPath, reportExtensions, writeReport } from "../reports/files.ts";
import { publishInWorkflow } from "../reports/github.ts";
import { renderJson } from "../reports/json.ts";
import { renderTerminal } from "../reports/terminal.ts";

export interface ReportOptions {
  readonly report?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

interface OutputState {
  /** The run judged only some checks, or stopped at a failure. */
  readonly isPart?: boolean;
  /** The doubts that were printed when they were found. */
  readonly printed?: readonly string[];
}

/** Declares the options for output. */
export const declareReportOptions = (command: Command): Command =>
  command
    .option(
      "--report <file>",
      `write the report; the extension names the format: ${reportExtensions} (repeatable)`,
      collectValues,
    )
    .option("--json", "print the report as JSON on standard output")
    .option(
      "--verbose",
      "also list passed checks and the target's choices where the document is silent, and shorten nothing",
    );

/** To be called before a run. Throws `WriteError` for a path that could not be written after it. */
export async function checkReportPaths({ report = [] }: ReportOptions): Promise<void> {
  for (const path of report) await checkReportPath(path);
}

/** Prints and writes the report, which must already be redacted. Returns its exit code. */
export async function outputReport(
  report: Report,
  options: ReportOptions,
  io: VerbContext,
  state: OutputState = {},
): Promise<number> {
  printReport(report, options, io, state);
  for (const path of options.report ?? []) await writeReport(report, path);
  publishInWorkflow(report, options.json === true ? io.stderr : io.stdout, io);
  return report.exitCode;
}

/** Prints the report on standard output, as JSON or as text. */
export function printReport(
  report: Report,
  options: ReportOptions,
  io: VerbContext,
  { isPart = false, printed = [] }: OutputState = {},
): void {
  const doubts = (report.doubts ?? []).filter((doubt) => !printed.includes(doubt));
  const style = {
    colour: hasColour(io),
    width: io.stdout.columns ?? 100,
    verbose: options.verbose === true,
    file: options.report?.find((path) => /\.json$/i.test(path)),
    isPart,
  };
  io.stdout.write(
    options.json === true
      ? renderJson(report)
      : `${printed.length > 0 ? "\n" : ""}${renderTerminal({ ...report, doubts }, style).trimEnd()}\n`,
  );
}
