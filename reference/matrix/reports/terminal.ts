/** The matrix as a person reads it in a terminal or a log; the last line is the summary. */
import picocolors from "picocolors";
import { visible } from "../../../cli/visible-text.ts";
import type { Matrix, MutantRow } from "../matrix-report.ts";
import { problemsOf } from "./problems.ts";
import { type ClauseBlock, clauseBlocks, cutNotes, headOf, signOf } from "./sections.ts";

export function renderTerminal(matrix: Matrix, style: { readonly colour: boolean }): string {
  const colours = picocolors.createColors(style.colour);
  const width = Math.max(0, ...matrix.mutants.map(({ id }) => id.length));
  const painted: Readonly<Record<string, (text: string) => string>> = {
    "✓": colours.green,
    "✗": colours.red,
    "?": colours.yellow,
  };
  const paint = (sign: string) => painted[sign]?.(sign) ?? sign;

  const row = (mutant: MutantRow) =>
    `  ${paint(signOf(mutant))} ${mutant.id.padEnd(width)}  ${String(mutant.requestsToFailure ?? "—").padStart(4)}  ${killersOf(mutant)}`;
  const block = ({ clause, section, level, mutants }: ClauseBlock) => [
    `§${section} ${colours.bold(clause)} ${colours.dim(level)}`,
    ...mutants.map(row),
  ];
  const heading =
    matrix.mutants.length === 0 ? [] : ["each mutant, the requests until its first failure, the checks that kill it"];
  const problems = problemsOf(matrix).flatMap(({ title, items }) => [
    "",
    colours.red(`✗ ${title}`),
    ...items.map((item) => `    ${visible(item)}`),
  ]);
  const { sign, summary, seconds } = headOf(matrix);
  const lines = [
    ...heading,
    ...cutNotes(matrix),
    ...clauseBlocks(matrix).flatMap(block),
    ...problems,
    "",
    `${paint(sign)} ${summary} · ${seconds}`,
  ];
  return `${lines.join("\n").trimStart()}\n`;
}

/** The checks of the mutant's clause that failed, and the number of failed checks of other clauses. */
function killersOf({ killedBy, alsoFailed, verdict, reason = "" }: MutantRow): string {
  if (verdict === "unjudged") return visible(reason);
  if (verdict === "alive") return "nothing failed";
  const others =
    alsoFailed === null || alsoFailed.length === 0
      ? ""
      : `${killedBy.length === 0 ? "" : " "}(+${alsoFailed.length} of other clauses)`;
  return `${killedBy.join(", ")}${others}`;
}
