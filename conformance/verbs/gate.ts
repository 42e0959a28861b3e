/** `fpk gate`: judges a change of the contract before it lands. */
import type { Command } from "commander";
import { collectValues } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { judgeContracts } from "../gate/gate.ts";
import { readReport, reportOfTarget } from "../gate/implementations/find-report.ts";
import { type Implementation, rejudge } from "../gate/implementations/rejudge.ts";
import type { Party } from "../gate/judge/change.ts";
import { NotJudged } from "../gate/not-judged.ts";
import { renderAnnotations } from "../gate/reports/annotations.ts";
import { checkOutput, renderJson, writeOutput } from "../gate/reports/outputs.ts";
import { reportOf } from "../gate/reports/report.ts";
import { renderTerminal } from "../gate/reports/terminal.ts";
import { landedRevision } from "../gate/sources/landed.ts";
import { atRevision, parseSource, type Source, workingTree } from "../gate/sources/source.ts";

interface GateOptions {
  readonly for?: string;
  readonly allowBreaking?: string;
  readonly target?: readonly string[];
  readonly report?: readonly string[];
  readonly output?: readonly string[];
  readonly json?: boolean;
}

export function configure(command: Command): void {
  command
    .argument(
      "[base]",
      "the contract as it was: a file, or REF:path in git; none: the last tag, or where the branch began",
    )
    .argument("[head]", "the contract as it is to be; none: the working tree's")
    .option("--for <party>", "whose verdict counts: clients or implementers; the worse of both by default")
    .option("--allow-breaking <reason>", "let a breaking change, or a version that moved too little, pass; say why")
    .option(
      "--target <file>",
      "would this target stop conforming? by the report beside it, NAME.report.json (repeatable)",
      collectValues,
    )
    .option("--report <report.json>", "the same, by a report of fpk check (repeatable)", collectValues)
    .option(
      "--output <file>",
      "write the verdict; the extension names the format: .json .md .txt (repeatable)",
      collectValues,
    )
    .option("--json", "the verdict as JSON on standard output")
    .addHelpText(
      "after",
      `
A change is breaking for clients where who kept to BASE may be refused, or answered what BASE rules out; for implementers
where a server that conforms to BASE may not conform to HEAD. So a success pinned from 2XX to 201 is additive for clients
and breaking for implementers, and so is a new operation. Editorial changes ask for no new version.

--target and --report send nothing: the exchanges of a report are judged again, by HEAD.
Under GITHUB_ACTIONS every change is annotated on its line.

Exit codes: 0 passes · 1 breaking, the version moved too little, or HEAD is no contract · 2 wrong usage · 3 could not be judged

Examples:
  fpk gate main:spec/openapi.yaml
  fpk gate v1.0.0:spec/openapi.yaml spec/openapi.yaml --for clients
  fpk gate old.yaml new.yaml --report staging.report.json --output gate.md --output gate.json`,
    );
}

/** `folder`: where paths start from. */
export async function run(
  base: string | undefined,
  head: string | undefined,
  options: GateOptions,
  io: VerbContext,
  folder = process.cwd(),
): Promise<number> {
  try {
    return await gate(base, head, options, io, folder);
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    io.stderr.write(`fpk gate: could not be judged: ${error.message}\n`);
    return 3;
  }
}

async function gate(
  baseName: string | undefined,
  headName: string | undefined,
  options: GateOptions,
  io: VerbContext,
  folder: string,
): Promise<number> {
  const party = partyOf(options.for);
  const allowed = reasonOf(options.allowBreaking);
  for (const path of options.output ?? []) await checkOutput(path);
  const recorded = [
    ...(options.target ?? []).map((path) => ({ name: path, report: reportOfTarget(path) })),
    ...(options.report ?? []).map((path) => ({ name: path, report: readReport(path, "--report") })),
  ];
  const [base, head] = sources(baseName, headName, folder, io);
  const judged = await judgeContracts(base, head, party);
  const { contracts } = judged;
  const implementations: readonly Implementation[] =
    contracts === undefined
      ? []
      : recorded.map(({ name, report }) => rejudge(name, report, contracts.base, contracts.head));
  const report = reportOf({
    judged,
    base,
    head,
    folder,
    implementations,
    ...(party === undefined ? {} : { party }),
    ...(allowed === undefined ? {} : { allowed }),
  });
  io.stdout.write(options.json === true ? renderJson(report) : renderTerminal(report, { colour: hasColour(io) }));
  if (io.env.GITHUB_ACTIONS === "true") {
    const annotations = renderAnnotations(report, head, folder, io.env.GITHUB_WORKSPACE);
    (options.json === true ? io.stderr : io.stdout).write(annotations);
  }
  for (const path of options.output ?? []) await writeOutput(report, path);
  return report.exitCode;
}

function sources(
  baseName: string | undefined,
  headName: string | undefined,
  folder: string,
  io: VerbContext,
): readonly [Source, Source] {
  if (baseName !== undefined) {
    const base = parseSource(baseName, folder);
    return [base, headName === undefined ? workingTree(base, folder) : parseSource(headName, folder)];
  }
  const head = workingTree(undefined, folder);
  return [atRevision(landedRevision(head.root, io.env), head, folder), head];
}

function partyOf(text: string | undefined): Party | undefined {
  if (text === undefined || text === "clients" || text === "implementers") return text;
  throw new UsageError(`--for takes clients or implementers, not ${text}`);
}

function reasonOf(text: string | undefined): string | undefined {
  if (text !== undefined && text.trim() === "")
    throw new UsageError("--allow-breaking asks for a reason, such as 'agreed with all implementers'");
  return text?.trim();
}

function hasColour({ env, stdout }: VerbContext): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stdout.isTTY === true || (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0");
}
