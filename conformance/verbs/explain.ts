/** `fpk explain ID`: the clause, its checks and what they need, and the faults that prove them. */
import type { Command } from "commander";
import { nearest } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Surroundings } from "../../cli/verb.ts";
import { type Clause, findClause, loadClauses } from "../../spec/ledger.ts";
import { type AnyCheck, loadChecks } from "../run/registry.ts";
import { wanted } from "../run/roles.ts";

export function configure(command: Command): void {
  command
    .argument("[id]", "a clause, a check, a mutant, a variant, or a section such as 5.3; none: the list of all clauses")
    .option("--checks", "list the checks")
    .option("--mutants", "list the faults that fpk serve --mutant seeds")
    .option("--variants", "list the legal choices that fpk serve --variant makes")
    .addHelpText("after", "\nExamples:\n  fpk explain auth.expired-key\n  fpk explain limit.per-organization");
}

interface ExplainOptions {
  readonly checks?: boolean;
  readonly mutants?: boolean;
  readonly variants?: boolean;
}

export async function run(id: string | undefined, options: ExplainOptions, io: Surroundings): Promise<number> {
  const print = (lines: readonly string[]) => void io.stdout.write(`${lines.join("\n")}\n`);
  const checks = await loadChecks();
  const [mutants, variants] = await Promise.all([io.mutants(), io.variants()]);
  if (options.checks) print(checks.map(({ check }) => row(check.id, check.claim)));
  if (options.mutants) print(mutants.map((one) => row(one.id, `${one.clause}: ${one.fault}`)));
  if (options.variants) print(variants.map((one) => row(one.id, one.choice)));
  if (options.checks || options.mutants || options.variants) return 0;
  if (id === undefined) {
    print(loadClauses().map(lineOf));
    return 0;
  }
  const section = loadClauses().filter((clause) => clause.section === id.replace(/^§/, ""));
  if (section.length > 0) {
    print(section.map(lineOf));
    return 0;
  }
  const variant = variants.find((one) => one.id === id);
  if (variant !== undefined) {
    print([`variant ${variant.id}`, `  ${variant.choice}`, `  run it: fpk serve --variant ${variant.id}`]);
    return 0;
  }
  const mutant = mutants.find((one) => one.id === id);
  const check = checks.find((one) => one.check.id === id);
  const clause = findClause(check?.check.clause ?? mutant?.clause ?? id);
  if (clause === undefined) {
    const known = [...loadClauses(), ...checks.map((one) => one.check), ...mutants, ...variants].map((one) => one.id);
    const near = nearest(id, known);
    const hint = near === undefined ? "; fpk explain lists the clauses" : `; did you mean ${near}?`;
    throw new UsageError(`no clause, check, mutant or variant is called ${JSON.stringify(id)}${hint}`);
  }
  const seeded = mutants.filter((one) => one.clause === clause.id && one !== mutant);
  const blocks = [
    ...(mutant === undefined
      ? []
      : [`mutant ${mutant.id}\n  ${mutant.fault}\n  run it: fpk serve --mutant ${mutant.id}`]),
    clauseBlock(clause),
    ...checks.filter((one) => one.check.clause === clause.id).map(checkBlock),
    ...(seeded.length === 0
      ? []
      : [["faults that prove it", ...seeded.map((one) => `  ${row(one.id, one.fault)}`)].join("\n")]),
  ];
  print([blocks.join("\n\n")]);
  return 0;
}

const row = (id: string, text: string) => `${id.padEnd(36)} ${text}`;

const lineOf = ({ id, section, level, kind, text }: Clause) =>
  `§${section.padEnd(5)} ${(kind === "excluded" ? "excluded" : level).padEnd(9)} ${id.padEnd(30)} ${text}`;

function clauseBlock(clause: Clause): string {
  const lines = [`clause ${clause.id}   §${clause.section} ${clause.level}`, `  ${clause.text}`];
  if (clause.rows.length > 0) lines.push(`  rows: ${clause.rows.join(", ")}`);
  if (clause.kind === "excluded") lines.push(`  not judged: ${clause.reason}`);
  if (clause.kind === "open") {
    lines.push(`  the reference's choice: ${clause.choice}`);
    lines.push(clause.checks.length === 0 ? "  observed, never judged" : "  observed; judged only under --overlay");
  }
  if (clause.kind === "judged" && clause.isPending) lines.push("  a check is still to come");
  return lines.join("\n");
}

function checkBlock({ kind, check }: AnyCheck): string {
  const kinds = {
    case: "case: sends requests",
    law: "law: judges every exchange",
    sequence: "law: judges the exchanges of a run together",
  };
  const lines = [`check ${check.id}   (${kinds[kind]})`, `  ${check.claim}`];
  if (kind === "case") {
    const { credential, writes } = check.needs ?? {};
    const needs = [
      ...(credential === undefined ? [] : [wanted[credential]]),
      ...(writes ? ["writes (not under --read-only)"] : []),
    ];
    lines.push(`  needs: ${needs.length === 0 ? "nothing" : needs.join(", ")}`);
  }
  lines.push(`  alone: fpk check --only ${check.id}`);
  return lines.join("\n");
}
