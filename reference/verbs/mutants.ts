/** `fpk mutants`: judges every mutant and variant, and shows which checks fail on which. */
import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { hasColour } from "../../cli/colour.ts";
import { collectIds, collectValues, seedOption } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { checkReportPath, writeReport } from "../matrix/reports/files.ts";
import { renderTerminal } from "../matrix/reports/terminal.ts";
import { runMatrix } from "../matrix/run.ts";

interface MutantsOptions {
  readonly only?: readonly string[];
  readonly whole?: boolean;
  readonly seed?: string;
  readonly report?: readonly string[];
}

export function configure(command: Command): void {
  command
    .option(
      "--only <id>",
      "judge only this mutant, variant or combination of variants (ID+ID), or the mutants of these clauses, named as for fpk check --only: by a check, a clause, a prefix (limit, 'auth.k*'), a section (8) or an operation (repeatable, or comma-separated)",
      collectIds,
    )
    .option(
      "--whole",
      "judge each mutant to the end, even after a check of its clause has failed, and each legal choice alone, too (--only does so)",
    )
    .option("--seed <n>", "combine the same legal choices as the run with this seed")
    .option(
      "--report <file>",
      "write the matrix; the extension names the format: .json, .html, .md (repeatable)",
      collectValues,
    )
    .addHelpText(
      "after",
      `
Exit codes: 0 every fault is found by a check of its clause, every check finds one, and no legal choice fails a check
            1 one of these does not hold · 2 wrong usage · 3 could not be judged

Examples:
  fpk mutants
  fpk mutants --only auth.key-expiry,limit-by-key
  fpk mutants --only 8 --only submitFeedback
  fpk mutants --report matrix.html --report matrix.json`,
    );
}

/** The exit code. Throws `UsageError`. */
export async function run(options: MutantsOptions, io: VerbContext): Promise<number> {
  const { only, whole, report: paths = [] } = options;
  const seed = seedOption(options.seed);
  if (only?.some((id) => id === "")) throw new UsageError("--only takes ids, separated by single commas");
  for (const path of paths) await checkReportPath(path);
  const threads = availableParallelism();
  let judgedCount = 0;
  let total = 0;
  const matrix = await runMatrix({
    seed,
    threads,
    only,
    whole,
    signal: io.signal,
    onPlan({ subjects, mutants }) {
      total = subjects.length;
      const legal = new Set(subjects.flatMap((subject) => (subject.kind === "variant" ? subject.variants : []))).size;
      io.stderr.write(`${mutants.length} mutants and ${legal} legal choices on ${threads} threads, seed ${seed}\n`);
    },
    onJudged() {
      judgedCount += 1;
      if (io.stderr.isTTY) io.stderr.write(judgedCount === total ? "\r\u001b[K" : `\r${judgedCount} of ${total}`);
    },
  });
  io.stdout.write(renderTerminal(matrix, { colour: hasColour(io) }));
  for (const path of paths) await writeReport(matrix, path);
  return matrix.exitCode;
}
