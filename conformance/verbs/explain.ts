/** `fpk explain ID`: shows clauses, the checks that judge them, and the mutants that prove these checks. */
import type { Command } from "commander";
import { nearest } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { isOperationId, loadContract } from "../../spec/contract.ts";
import { type Clause, findClause, loadClauses } from "../../spec/ledger.ts";
import { levelName } from "../../spec/level.ts";
import { fuzzLaws, fuzzRunChecks } from "../fuzz/fuzz-laws.ts";
import type { Check } from "../model/check.ts";
import { loadCheckFiles } from "../run/checks/check-files.ts";
import { type AnyCheck, loadChecks } from "../run/checks/registry.ts";
import { trafficLaws, trafficSequenceLaws } from "../traffic/traffic-laws.ts";
import { checkLines, clauseLines, exampleLines, otherVerbLines } from "./explanation.ts";

export function configure(command: Command): void {
  command
    .argument(
      "[id]",
      "a clause, check, mutant, variant or operation, a section such as 5.3, a prefix such as limit, or any word, to list what contains it; without it, all clauses are listed",
    )
    .option("--checks", "list all checks")
    .option(
      "--mutants",
      "list all mutants, the faults that fpk serve --mutant seeds; with an id, all mutants that prove its checks",
    )
    .option("--variants", "list all variants, the legal choices that fpk serve --variant makes")
    .addHelpText(
      "after",
      "\nExamples:\n  fpk explain 5.3\n  fpk explain auth.expired-key\n  fpk explain limit.per-organization\n  fpk explain slug",
    );
}

interface ExplainOptions {
  readonly checks?: boolean;
  readonly mutants?: boolean;
  readonly variants?: boolean;
}

/** Everything that can be explained. `files`: the file of each check, by its id. */
type Subjects = Awaited<ReturnType<typeof loadSubjects>>;

async function loadSubjects(io: VerbContext) {
  const loading = [loadChecks(), loadCheckFiles(), io.mutants(), io.variants()] as const;
  const [checks, files, mutants, variants] = await Promise.all(loading);
  return { clauses: loadClauses(), checks, files, mutants, variants };
}

export async function run(id: string | undefined, options: ExplainOptions, io: VerbContext): Promise<number> {
  const subjects = await loadSubjects(io);
  if (id !== undefined && (options.checks || options.variants))
    throw new UsageError(
      `${options.checks ? "--checks" : "--variants"} lists all of them: leave out ${id}, or run fpk explain ${id}`,
    );
  const lines = id === undefined ? listOf(subjects, options) : explanationOf(id, subjects, options.mutants === true);
  io.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** A line for each subject, by kind. */
const rowsOf = ({ clauses, checks, mutants, variants }: Subjects) => ({
  clauses: clauses.map(clauseRow),
  checks: checks.map(({ check }) => row(check.id, check.claim)),
  mutants: mutants.map(({ id, clause, fault }) => row(id, `${clause}: ${fault}`)),
  variants: variants.map(({ id, choice }) => row(id, choice)),
});

function listOf(subjects: Subjects, options: ExplainOptions): readonly string[] {
  const rows = rowsOf(subjects);
  const kinds = (["checks", "mutants", "variants"] as const).filter((kind) => options[kind]);
  return kinds.length === 0 ? rows.clauses : kinds.flatMap((kind) => rows[kind]);
}

/** The lines that contain a word, by kind, and the clauses of table rows that do; empty if none does. Ignores case. */
function linesWith(word: string, subjects: Subjects): readonly string[] {
  const contains = (text: string) => text.toLowerCase().includes(word.toLowerCase());
  const withField = subjects.clauses.filter(({ rows }) => rows.some(contains)).map(clauseRow);
  const isFound = (line: string) => contains(line) || withField.includes(line);
  const found = Object.entries(rowsOf(subjects)).flatMap(([kind, rows]) => titled(kind, rows.filter(isFound)));
  return found.slice(1);
}

/** Throws `UsageError` if nothing has this id or contains this word. */
function explanationOf(name: string, subjects: Subjects, allMutants: boolean): readonly string[] {
  const id = isOperationId(name) ? `endpoint.${name}` : name;
  const variant = subjects.variants.find((candidate) => candidate.id === id);
  if (variant !== undefined) return changeLines("variant", variant, variant.choice);
  const inSection = clausesIn(id, subjects);
  if (inSection.length > 0) {
    return [...sectionLines(inSection, subjects), ...mutantLines(subjects, inSection, allMutants ? undefined : id)];
  }
  const mutant = subjects.mutants.find((candidate) => candidate.id === id);
  const named = subjects.checks.find(({ check }) => check.id === id);
  const ofOtherVerb = checksOfFuzzAndTraffic().find((check) => check.id === id);
  const clause = findClause(named?.check.clause ?? ofOtherVerb?.clause ?? mutant?.clause ?? id);
  if (clause === undefined) {
    const found = linesWith(id, subjects);
    if (found.length === 0) throw unknownId(id, subjects);
    return found;
  }
  return [
    ...(mutant === undefined ? [] : [...changeLines("mutant", mutant, mutant.fault), ""]),
    ...(ofOtherVerb === undefined ? [] : [...otherVerbLines(ofOtherVerb), ""]),
    ...clauseLines(clause),
    ...exampleLines(clause),
    ...linesOfChecks(clause, named, subjects),
    ...mutantLines(subjects, [clause], allMutants ? undefined : id),
  ];
}

/** The checks that `fpk check` does not have. They are explained by their ids, and in no list: `--only` does not take them. */
function checksOfFuzzAndTraffic(): readonly Check[] {
  const contract = loadContract();
  const ofTraffic = [...trafficLaws([], contract), ...trafficSequenceLaws([])];
  return [...ofTraffic, ...fuzzLaws(contract), ...Object.values(fuzzRunChecks)];
}

const changeLines = (kind: string, { id, file }: { readonly id: string; readonly file: string }, text: string) => [
  `${kind} ${id}`,
  `  ${text}`,
  `  file: ${file}`,
  `  run it: fpk serve --${kind} ${id}`,
];

function sectionLines(clauses: readonly Clause[], subjects: Subjects): readonly string[] {
  const checks = checksOf(subjects, clauses).flatMap(({ check: { id, claim } }) => [
    `  ${row(id, claim)}`,
    `    ${subjects.files.get(id)}`,
  ]);
  return [...clauses.map(clauseRow), ...titled("checks", checks)];
}

/** All checks of the clause in full; if a check is named, this one in full, and one line for each other check. */
function linesOfChecks(clause: Clause, named: AnyCheck | undefined, subjects: Subjects): readonly string[] {
  const checks = checksOf(subjects, [clause]);
  const inFull = named === undefined ? checks : [named];
  const others = checks.filter((other) => !inFull.includes(other));
  return [
    ...inFull.flatMap((each) => ["", ...checkLines(each, subjects.files.get(each.check.id))]),
    ...titled(
      "other checks of the clause",
      others.map(({ check }) => `  ${row(check.id, check.claim)}`),
    ),
  ];
}

const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", title, ...lines]);

/** The clauses of a section such as `5.3`, or of a prefix such as `limit`, as `--only` takes them. */
function clausesIn(id: string, { clauses, checks }: Subjects): readonly Clause[] {
  const number = id.replace(/^§/, "");
  const begins = (name: string) => name.startsWith(`${id}.`);
  const ofChecks = checks.flatMap(({ check }) => (begins(check.id) ? [check.clause] : []));
  return clauses.filter(
    (clause) => `${clause.section}.`.startsWith(`${number}.`) || begins(clause.id) || ofChecks.includes(clause.id),
  );
}

function unknownId(id: string, { clauses, checks, mutants, variants }: Subjects): UsageError {
  if (id.startsWith("load."))
    return new UsageError(
      `${id} is a check of fpk load: the report names its clause, which fpk explain shows; see docs/load.md`,
    );
  const known = [...clauses, ...checks.map(({ check }) => check), ...mutants, ...variants];
  const ids = known.map((subject) => subject.id);
  const near = nearest(id, ids);
  const hint = near === undefined ? "; fpk explain lists the clauses" : `; did you mean ${near}?`;
  return new UsageError(`no clause, check, mutant or variant is called or contains ${JSON.stringify(id)}${hint}`);
}

const row = (id: string, text: string) => `${id.padEnd(36)} ${text}`;

const clauseRow = ({ id, section, level, kind, text }: Clause) =>
  `§${section.padEnd(5)} ${(kind === "excluded" ? "excluded" : levelName(level)).padEnd(11)} ${id.padEnd(30)} ${text}`;

const checksOf = ({ checks }: Subjects, clauses: readonly Clause[]) =>
  checks.filter(({ check }) => clauses.some(({ id }) => id === check.clause));

/** At most this many mutants are listed, unless `--mutants` asks for all. */
const maxMutants = 5;

/** `shortenedFor`: the argument with which `fpk explain … --mutants` lists them all; undefined if all are listed. */
function mutantLines({ mutants }: Subjects, clauses: readonly Clause[], shortenedFor?: string): readonly string[] {
  const proving = mutants.filter(({ clause }) => clauses.some(({ id }) => id === clause));
  const shown = shortenedFor === undefined ? proving : proving.slice(0, maxMutants);
  const hidden = proving.length - shown.length;
  return titled("mutants that prove the checks", [
    ...shown.map(({ id, fault }) => `  ${row(id, fault)}`),
    ...(hidden === 0 ? [] : [`  … and ${hidden} more: fpk explain ${shortenedFor} --mutants`]),
  ]);
}
