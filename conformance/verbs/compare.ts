/** `fpk compare A.json B.json…`: compares reports of several implementations, or of one before and after a change. */
import { basename } from "node:path";
import type { Command } from "commander";
import { hasColour } from "../../cli/colour.ts";
import { collectValues } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { compareReports } from "../compare/compare.ts";
import { checkOutput, writeComparison } from "../compare/files.ts";
import type { Tolerance } from "../compare/longer-latencies.ts";
import { minFailedPoints } from "../compare/regressions.ts";
import { renderTerminal } from "../compare/terminal.ts";
import { readReport } from "../reports/read-report.ts";

interface CompareOptions {
  readonly report?: readonly string[];
  readonly maxRegression?: string;
  readonly minDifference?: string;
}

export function configure(command: Command): void {
  command
    .argument("<reports...>", "JSON reports of fpk check, judge, proxy, fuzz or load, two or more")
    .option(
      "--report <file>",
      "write the comparison; the extension names the format: .md, .html, .json (repeatable)",
      collectValues,
    )
    .option(
      "--max-regression <share>",
      `load runs: end with 1 if the p50, p95 or p99 latency of a scenario or operation is this much (20%), and more than some milliseconds, longer in the last report than in the first, or the capacity (the rate up to which every operation was answered as at the beginning) is that much lower, or the share of failed requests is more than ${minFailedPoints} percentage points higher`,
    )
    .option(
      "--min-difference <time>",
      "with --max-regression: a percentile must also be longer by more than this (2ms, 0.5ms, 1s), in place of 5 ms for p50 (10 ms with fewer than 100 responses), 10 ms for p95 and 20 ms for p99",
    )
    .addHelpText(
      "after",
      `
Lists first the checks with different verdicts, then the open points with different choices. The exit code is 0, even if something differs, unless
--max-regression is given: then 1 if it is exceeded, and 3 if that cannot be said: the first or the last run did not come to its end, their loads had
different shapes (--rate, --users, --stages, --duration), or nothing got worse, but the last had less load, or only one of them has a capacity, or one
that covers an operation.
Runs with the same --seed generate the same requests, so that the targets' choices can be compared.

Examples:
  fpk compare before.json after.json
  fpk compare go.json java.json node.json --report compared.html`,
    );
}

/** Throws `UsageError` for a file that is not a report, and for an output that cannot or must not be written. */
export async function run(
  paths: readonly string[],
  { report: outputs = [], ...options }: CompareOptions,
  io: VerbContext,
): Promise<number> {
  if (paths.length < 2) throw new UsageError("name two reports or more: fpk compare before.json after.json");
  const tolerance = parseTolerance(options);
  for (const output of outputs) await checkOutput(output);
  const names = paths.map((path) => basename(path));
  const areUnique = new Set(names).size === names.length;
  const reports = paths.map((path) => ({
    name: areUnique ? basename(path) : path,
    report: readReport(path, "the report"),
  }));
  const comparison = compareReports(reports, tolerance);
  const { regressions } = comparison;
  if (tolerance !== undefined && regressions === undefined)
    throw new UsageError("--max-regression: the first and the last report have no load scenario in common");
  io.stdout.write(renderTerminal(comparison, { colour: hasColour(io), width: io.stdout.columns ?? 100 }));
  for (const output of outputs) await writeComparison(comparison, output);
  if (regressions?.unjudged !== undefined) return 3;
  return regressions === undefined || regressions.found.length === 0 ? 0 : 1;
}

function parseTolerance({ maxRegression, minDifference }: CompareOptions): Tolerance | undefined {
  if (maxRegression === undefined) {
    if (minDifference === undefined) return undefined;
    throw new UsageError("--min-difference needs --max-regression, such as --max-regression 20%");
  }
  const percent = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(maxRegression)?.[1];
  if (percent === undefined) throw new UsageError(`--max-regression takes a share such as 20%, not ${maxRegression}`);
  return { maxPercent: Number(percent), minDifferenceMs: parseTime(minDifference) };
}

/** In milliseconds. */
function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, value, unit] = /^\s*(\d+(?:\.\d+)?)(ms|s)\s*$/.exec(text) ?? [];
  if (value === undefined) throw new UsageError(`--min-difference takes a time such as 2ms or 1s, not ${text}`);
  return Number(value) * (unit === "s" ? 1000 : 1);
}
