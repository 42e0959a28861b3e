/** `fpk gate`: judges a change of the contract before it is merged. */
import type { Command } from "commander";
import { hasColour } from "../../cli/colour.ts";
import { collectValues } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { type JudgedContracts, judgeContracts, judgeNew } from "../gate/gate.ts";
import { reportOfTarget } from "../gate/implementations/find-report.ts";
import { renderCatalogue } from "../gate/judge/catalogue.ts";
import type { Party } from "../gate/judge/effects.ts";
import { NotJudged } from "../gate/not-judged.ts";
import { defaultSettings } from "../gate/policy/policy.ts";
import { readPolicy } from "../gate/policy/read-policy.ts";
import { renderAnnotations } from "../gate/reports/annotations.ts";
import { reportOf } from "../gate/reports/assemble-report.ts";
import { renderChangelog } from "../gate/reports/changelog.ts";
import { blobUrl } from "../gate/reports/links.ts";
import { renderMarkdown } from "../gate/reports/markdown.ts";
import { checkOutput, renderJson, writeOutput } from "../gate/reports/outputs.ts";
import type { GateReport } from "../gate/reports/report.ts";
import { renderTerminal } from "../gate/reports/terminal.ts";
import { defaultBase } from "../gate/sources/default-base.ts";
import { atRevision, isFile, NewContract, parseSource, type Source, workingTree } from "../gate/sources/source.ts";
import { addToJobSummary } from "../reports/github.ts";
import { readReport } from "../reports/read-report.ts";

interface GateOptions {
  readonly for?: string;
  readonly allowBreaking?: string;
  readonly waiveVersion?: boolean;
  readonly basePolicy?: boolean;
  readonly rules?: boolean;
  readonly target?: readonly string[];
  readonly report?: readonly string[];
  readonly output?: readonly string[];
  readonly json?: boolean;
  readonly changelog?: boolean;
}

export function configure(command: Command): void {
  command
    .argument(
      "[base]",
      "the contract before the change: REF or REF:path in git, or a file if HEAD is named, too; by default, on a pull request the commit where the branch began, and otherwise the last version tag",
    )
    .argument(
      "[head]",
      "the contract after the change; by default the file in the working tree. A file that is named alone is HEAD",
    )
    .option(
      "--for <party>",
      "whose verdict counts: clients, implementers or everybody (the default): the worse of both",
    )
    .option("--allow-breaking <reason>", "pass in spite of breaking changes; the reason is reported")
    .option("--waive-version", "pass although info.version was not increased enough")
    .option(
      "--base-policy",
      "judge by the policy that BASE has, so that a change cannot loosen the policy by which it is judged",
    )
    .option(
      "--target <file>",
      "would this target stop conforming? judged by the report beside it, NAME.report.json (repeatable)",
      collectValues,
    )
    .option("--report <report.json>", "the same, judged by this report of fpk check (repeatable)", collectValues)
    .option(
      "--output <file>",
      "write the verdict; the ending names the format: .json .md .html .txt .xml .sarif .codequality.json .changelog.md (repeatable)",
      collectValues,
    )
    .option("--rules", "list every rule with its meaning and its default; nothing is judged")
    .option("--json", "the verdict as JSON on standard output")
    .option("--changelog", "the changes as a section of a changelog, in Markdown, on standard output")
    .addHelpText(
      "after",
      `
A change is breaking for clients if a client that keeps to BASE may be refused, may receive a response that BASE rules out, or
loses what BASE documents: a property or a header of a response, the body of a status, what a default means, that credentials
are required. It is breaking for implementers if a server that conforms to BASE may not conform to HEAD. A success status
that changes from 2XX to 201 is therefore additive for clients and breaking for implementers, and so is a new operation.
Editorial changes do not require a new version.

A policy in the repository, fpk.gate.yaml beside the contract, says for whom, which version is asked, how severe each rule is,
what is allowed and until when, which of Redocly's rules are errors, and how long deprecation lasts (docs/gate.md).

--target and --report send nothing: the recorded exchanges of a report are judged again, by HEAD.
If GITHUB_ACTIONS is set, errors, warnings, and breaking and additive changes are annotated on their lines, and the verdict is
added to the job's summary.

Exit codes: 0 passes · 1 breaking, the version was not increased enough, or HEAD is not a valid contract · 2 wrong usage ·
3 could not be judged. A contract that is new on its branch has nothing to be compared with: 0 where it is valid

Examples:
  fpk gate main:spec/openapi.yaml
  fpk gate v1.0.0 contracts/depot.yaml
  fpk gate v1.0.0:spec/openapi.yaml spec/openapi.yaml --for clients
  fpk gate old.yaml new.yaml --report staging.report.json --output gate.md --output gate.json`,
    );
}

/** The exit code. Paths are relative to `folder`. */
export async function run(
  base: string | undefined,
  head: string | undefined,
  options: GateOptions,
  io: VerbContext,
  folder = process.cwd(),
): Promise<number> {
  if (options.rules === true) return listRules(base, options, io);
  const allowed = reasonOf(options.allowBreaking);
  const { output = [] } = options;
  if (options.json && options.changelog) throw new UsageError("--json and --changelog both write to standard output");
  for (const path of output) await checkOutput(path);
  const recorded = recordedReports(options);
  try {
    const { from, to } = compared(base, head, folder, io);
    const report = await judgeChange(from, to, { ...options, allowed, recorded, folder, io });
    io.stdout.write(rendered(report, options, io));
    if (io.env.GITHUB_ACTIONS === "true") {
      // With these options, a program may read standard output.
      const stream = options.json || options.changelog ? io.stderr : io.stdout;
      stream.write(renderAnnotations(report, to, folder, io.env.GITHUB_WORKSPACE));
      addToJobSummary(renderMarkdown(report), io);
    }
    for (const path of output) await writeOutput(report, path);
    return report.exitCode;
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    io.stderr.write(`fpk gate: could not be judged: ${error.message}\n`);
    return 3;
  }
}

function listRules(base: string | undefined, { rules: _, ...others }: GateOptions, io: VerbContext): number {
  if (base !== undefined || Object.keys(others).length > 0)
    throw new UsageError("--rules lists the rules, and judges nothing: leave out everything else");
  io.stdout.write(renderCatalogue());
  return 0;
}

function rendered(report: GateReport, { json, changelog }: GateOptions, io: VerbContext): string {
  if (changelog) return renderChangelog(report);
  return json ? renderJson(report) : renderTerminal(report, { colour: hasColour(io) });
}

interface Judging extends Pick<GateOptions, "for" | "waiveVersion" | "basePolicy"> {
  /** The reason why breaking changes pass, if they do. */
  readonly allowed: string | undefined;
  readonly recorded: ReturnType<typeof recordedReports>;
  readonly folder: string;
  readonly io: VerbContext;
}

async function judgeChange(from: Source | NewContract, to: Source, options: Judging): Promise<GateReport> {
  const { allowed, recorded, folder, io } = options;
  const isNew = from instanceof NewContract;
  const base = isNew ? from.base : from;
  // Also if BASE's policy is the one that counts, the next change is judged by HEAD's.
  const ofHead = readPolicy(to);
  const policy = options.basePolicy ? readPolicy(base) : ofHead;
  const settings = {
    ...defaultSettings,
    policy: policy?.policy ?? {},
    isByBasePolicy: options.basePolicy === true,
    party: partyOf(options.for ?? policy?.policy.for),
  };
  const judged = isNew ? await judgeNew(from, to, policy) : await judgeContracts(from, to, settings, policy);
  const { contracts } = judged;
  return reportOf({
    judged,
    base,
    head: to,
    folder,
    settings,
    policy,
    allowed,
    blobUrl: blobUrl(io.env),
    waivesVersion: options.waiveVersion === true,
    isInAction: io.env.FPK_MODE !== undefined,
    implementations: contracts === undefined ? [] : await judgeAgain(recorded, contracts),
  });
}

/** The laws are imported for reports only: they are many files. */
async function judgeAgain(recorded: Judging["recorded"], { base, head }: NonNullable<JudgedContracts["contracts"]>) {
  if (recorded.length === 0) return [];
  const { rejudge } = await import("../gate/implementations/rejudge.ts");
  return recorded.map(({ name, report }) => rejudge(name, report, base, head));
}

const recordedReports = ({ target = [], report = [] }: GateOptions) => [
  ...target.map((path) => ({ name: path, report: reportOfTarget(path) })),
  ...report.map((path) => ({ name: path, report: readReport(path, "--report") })),
];

/** BASE and HEAD. A contract that BASE does not have must be valid, like any other. */
function compared(first: string | undefined, second: string | undefined, folder: string, io: VerbContext) {
  try {
    const [from, to] = sources(first, second, folder, io);
    return { from, to };
  } catch (error) {
    if (!(error instanceof NewContract)) throw error;
    return { from: error, to: namedHead(first, second, folder) ?? workingTree(undefined, folder) };
  }
}

/** A file that is named alone is HEAD; a revision, or a file at one, is BASE. */
function sources(first: string | undefined, second: string | undefined, folder: string, io: VerbContext) {
  const named = namedHead(first, second, folder);
  if (first !== undefined && (second !== undefined || named === undefined)) {
    const base = parseSource(first, folder, named);
    return [base, named ?? workingTree(base, folder)] as const;
  }
  const head = named ?? workingTree(undefined, folder);
  if (!head.isInGit)
    throw new UsageError(`${head.name} is not in a git repository; name the file before the change, too`);
  const base = atRevision(defaultBase(head.root, head.path, io.env), head);
  return [{ ...base, isByDefault: true }, head] as const;
}

function namedHead(first: string | undefined, second: string | undefined, folder: string): Source | undefined {
  const text = second ?? (first !== undefined && isFile(first, folder) ? first : undefined);
  return text === undefined ? undefined : parseSource(text, folder);
}

function partyOf(text: string | undefined): Party | undefined {
  if (text === undefined || text === "everybody") return undefined;
  if (text === "clients" || text === "implementers") return text;
  throw new UsageError(`--for takes clients, implementers or everybody, not ${text}`);
}

function reasonOf(text: string | undefined): string | undefined {
  if (text !== undefined && text.trim() === "")
    throw new UsageError("--allow-breaking requires a reason, such as 'agreed with all implementers'");
  return text?.trim();
}
