/** `fpk mutants`: every mutant and variant against the suite, and which checks killed what. */

import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { SelectionError } from "../matrix/plan.ts";
import { checkReportPath, ReportError, writeReport } from "../matrix/reports/files.ts";
import { renderTerminal } from "../matrix/reports/terminal.ts";
import { runMatrix } from "../matrix/run.ts";

/** The options as they are typed. */
export interface MutantsOptions {
  readonly only?: readonly string[];
  readonly seed?: string;
  readonly report?: readonly string[];
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What the verb needs from outside. `signal` ends it. */
export interface MutantsContext {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

class UsageError extends Error {}

/** Collects a repeatable option whose values may also be separated by commas. */
const collect = (text: string, all: readonly string[] = []): readonly string[] => [...all, ...text.split(",")];

/** Declares the verb's options and help. */
export function configure(command: Command): void {
  command
    .option(
      "--only <id>",
      "judge only this mutant, variant, join (ID+ID), check or clause (repeatable, or separated by commas)",
      collect,
    )
    .option("--seed <n>", "make the joins of variants that the run with this seed made")
    .option(
      "--report <file>",
      "write the matrix; the extension names the format: .json, .html, .md (repeatable)",
      (path: string, all: readonly string[] = []) => [...all, path],
    )
    .addHelpText(
      "after",
      `
Exit codes: 0 every fault is found by a check of its clause, every check finds one, and no legal choice fails a check
            1 not so · 2 wrong usage · 3 could not be judged

Examples:
  fpk mutants
  fpk mutants --only auth.key-expiry,limit-by-key
  fpk mutants --report matrix.html --report matrix.json`,
    );
}

/** Resolves to the exit code: 2 with one sentence on standard error where the usage is wrong. */
export async function run(options: MutantsOptions, io: MutantsContext): Promise<number> {
  try {
    return await runAndReport(options, io);
  } catch (error) {
    const isExpected = [UsageError, SelectionError, ReportError].some((kind) => error instanceof kind);
    if (!isExpected || !(error instanceof Error)) throw error;
    io.stderr.write(`fpk mutants: ${error.message}\n`);
    return 2;
  }
}

async function runAndReport(
  { only, seed: seedText, report: paths = [] }: MutantsOptions,
  io: MutantsContext,
): Promise<number> {
  const seed = seedOf(seedText);
  if (only?.some((id) => id === "")) throw new UsageError("--only takes ids, separated by single commas");
  for (const path of paths) checkReportPath(path);
  const threads = availableParallelism();
  let judgedCount = 0;
  let total = 0;
  const matrix = await runMatrix({
    seed,
    threads,
    only,
    signal: io.signal,
    onPlan({ subjects, mutants }) {
      total = subjects.length;
      const legal = total - 1 - mutants.length;
      io.stderr.write(`${mutants.length} mutants and ${legal} legal choices on ${threads} threads, seed ${seed}\n`);
    },
    onJudged() {
      judgedCount += 1;
      if (io.stderr.isTTY) io.stderr.write(judgedCount === total ? "\r\u001b[K" : `\r${judgedCount} of ${total}`);
    },
  });
  io.stdout.write(renderTerminal(matrix, { colour: hasColour(io) }));
  for (const path of paths) writeReport(matrix, path);
  return matrix.exitCode;
}

function seedOf(text: string | undefined): number {
  if (text === undefined) return 1 + Math.floor(Math.random() * 999_999);
  const seed = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seed)) throw new UsageError(`--seed takes a whole number of at most nine digits, not ${text}`);
  return seed;
}

function hasColour({ env, stdout }: MutantsContext): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stdout.isTTY === true || (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0");
}
