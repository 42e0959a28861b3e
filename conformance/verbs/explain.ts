/** `fpk explain ID`: the clause, its checks and what they need, and the faults that prove them. */
import type { Command } from "commander";
import { type Clause, findClause, loadClauses } from "../../spec/ledger.ts";
import { type AnyCheck, loadChecks } from "../checks.ts";
import { nearest } from "../target/nearest.ts";
import { type Seeded, type Surroundings, UsageError } from "./verb.ts";

export function configure(command: Command): void {
  command
    .argument("[id]", "a clause, a check or a mutant; none: the list of all clauses")
    .addHelpText("after", "\nExamples:\n  fpk explain auth.expired-key\n  fpk explain limit.per-organization");
}

export async function run(id: string | undefined, _options: object, io: Surroundings): Promise<number> {
  const checks = await loadChecks();
  if (id === undefined) {
    io.stdout.write(`${loadClauses().map(lineOf).join("\n")}\n`);
    return 0;
  }
  const mutants = await io.mutants();
  const mutant = mutants.find((one) => one.id === id);
  const check = checks.find((one) => one.check.id === id);
  const clause = findClause(check?.check.clause ?? mutant?.clause ?? id);
  if (clause === undefined) {
    const known = [...loadClauses(), ...checks.map((one) => one.check), ...mutants].map((one) => one.id);
    const near = nearest(id, known);
    throw new UsageError(
      `no clause, check or mutant is called ${id}${near === undefined ? "" : `; did you mean ${near}?`}`,
    );
  }
  const own = checks.filter((one) => one.check.clause === clause.id);
  const blocks = [
    ...(mutant === undefined ? [] : [`mutant ${mutant.id}\n  ${mutant.fault}`]),
    clauseBlock(clause),
    ...own.map((one) => checkBlock(one, mutants)),
  ];
  io.stdout.write(`${blocks.join("\n\n")}\n`);
  return 0;
}

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

const needWords: Readonly<Record<string, string>> = {
  key: "an API key",
  "second-key": "a second API key of one organization",
  session: "a session token",
  expired: "an expired API key",
  denied: "a caller that is denied an operation",
  "other-organization": "an API key of a second organization",
};

function checkBlock({ kind, check }: AnyCheck, mutants: readonly Seeded[]): string {
  const kinds = {
    case: "case: sends requests",
    law: "law: judges every exchange",
    sequence: "law: judges the exchanges of a run together",
  };
  const lines = [`check ${check.id}   (${kinds[kind]})`, `  ${check.claim}`];
  if (kind === "case") {
    const { credential, writes } = check.needs ?? {};
    const needs = [
      ...(credential === undefined ? [] : [needWords[credential] ?? credential]),
      ...(writes ? ["writes (not under --read-only)"] : []),
    ];
    lines.push(`  needs: ${needs.length === 0 ? "nothing" : needs.join(", ")}`);
  }
  const killed = mutants.filter((one) => one.clause === check.clause);
  for (const { id, fault } of killed) lines.push(`  mutant of this clause: ${id}: ${fault}`);
  lines.push(`  alone: fpk check --only ${check.id}`);
  return lines.join("\n");
}
