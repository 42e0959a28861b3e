/** The matrix as Markdown, for a pull request: the summary and what is wrong on top, the rest folded. */
import type { Matrix, MutantRow } from "../matrix-report.ts";
import { problemsOf } from "./problems.ts";
import { clauseBlocks, headOf, signOf } from "./sections.ts";

export function renderMarkdown(matrix: Matrix): string {
  const { sign, summary, seconds, run } = headOf(matrix);
  const problems = problemsOf(matrix).flatMap(({ title, items }) => [
    `### ${title}`,
    "",
    ...items.map((item) => `- ${plain(item)}`),
    "",
  ]);
  const blocks = clauseBlocks(matrix).flatMap(({ clause, section, level, mutants }) =>
    mutants.map((mutant, at) => row([at === 0 ? `§${section} ${clause} (${level})` : "", ...cellsOf(mutant)])),
  );
  const lines = [
    "# Kill matrix",
    "",
    `${sign} **${summary}** · ${seconds}`,
    "",
    ...problems,
    ...(blocks.length === 0
      ? []
      : [
          "<details><summary>Every mutant, and what kills it</summary>",
          "",
          row(["clause", "", "mutant", "requests", "killed by", "checks of other clauses that fail too"]),
          row(["---", "---", "---", "---:", "---", "---"]),
          ...blocks,
          "",
          "</details>",
          "",
        ]),
    run,
  ];
  return `${lines.join("\n")}\n`;
}

const cellsOf = (mutant: MutantRow): readonly string[] => [
  signOf(mutant),
  mutant.id,
  String(mutant.requestsToFailure ?? "—"),
  mutant.killedBy.join(", ") || plain(mutant.reason ?? "—"),
  String(mutant.alsoFailed?.length ?? "—"),
];

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The text on one line, with Markdown's characters escaped. */
const plain = (text: string) =>
  text.replace(/[\p{C}\s]+/gu, " ").replace(/[\\`*_{}[\]<>|#~!&]/g, (character) => `\\${character}`);
