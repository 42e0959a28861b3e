/** `fpk baseline REPORT.json`: writes a baseline that lists the failures of a report, for a person to edit. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { plural } from "../../cli/plural.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { checkWritable, writeFileAtomically } from "../../cli/write-file.ts";
import { draftBaseline } from "../baseline/draft-baseline.ts";
import { type Baseline, readBaseline } from "../baseline/read-baseline.ts";
import { readReport } from "../reports/read-report.ts";

interface BaselineOptions {
  readonly report: string;
}

export function configure(command: Command): void {
  command
    .argument("<report>", "a JSON report of fpk check, judge, proxy, fuzz or load")
    .option("--report <file>", "the file to write, or to bring up to date", "fpk.baseline.json")
    .addHelpText(
      "after",
      `
The failures that a file lists do not fail a run with --baseline FILE. Each entry needs a reason, and may have a date: "until": "2026-12-31".
An existing baseline keeps its reasons and dates; entries that no longer fail are removed. No other file is overwritten.

Examples:
  fpk check --target staging.json --report report.json
  fpk baseline report.json
  fpk check --target staging.json --baseline fpk.baseline.json`,
    );
}

/** Throws `UsageError` for a file that is not a report, and if another file than a baseline would be overwritten. */
export async function run(path: string, { report: file }: BaselineOptions, io: VerbContext): Promise<number> {
  const report = readReport(path, "the report");
  await checkWritable(file);
  const draft = draftBaseline(report, baselineBefore(file));
  await writeFileAtomically(file, `${JSON.stringify(draft, null, 2)}\n`);
  const open = draft.known.filter(({ reason = "" }) => reason.trim() === "").length;
  const next = open === 0 ? "" : `; give a reason to ${open === 1 ? "the one" : `the ${open}`} without`;
  io.stdout.write(`${file} is written, with ${plural(draft.known.length, "known failure")}${next}\n`);
  return 0;
}

/** The existing baseline, if there is one. Throws `UsageError` for another file, which must not be overwritten. */
function baselineBefore(file: string): Baseline | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readBaseline(file, "--report");
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message.replace(/; add it$/, "")}. --report names the baseline to write: fix this one, or name another file; nothing else is overwritten`,
    );
  }
}
