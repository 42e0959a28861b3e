/** A comparison in GitHub's Markdown: tables with a column for each report. */
import { plural } from "../../cli/plural.ts";
import { shorten } from "../../cli/wrap.ts";
import type { Result } from "../model/report.ts";
import { signOfConclusion } from "../reports/markdown.ts";
import { code, firstThatFits, plain } from "../reports/markup.ts";
import { type CheckRow, type Comparison, letterOf, verdictText } from "./compare.ts";
import { operationCells, operationHeader } from "./operations.ts";
import { type Regressions, regressionsTitle } from "./regressions.ts";

/** The first line, which identifies an earlier comparison. */
export const marker = "<!-- fpk-compare -->";

/** Maximum rows of a table and characters of a cell, tried in order until the comment is short enough. */
const limits = [
  { rows: 100, cell: 200 },
  { rows: 50, cell: 60 },
];
const smallest = { rows: 10, cell: 60 };

export function renderMarkdown(comparison: Comparison): string {
  return firstThatFits(limits, (limit) => render(comparison, limit)) ?? render(comparison, smallest);
}

function render(comparison: Comparison, { rows: max, cell }: typeof smallest): string {
  const { reports, different, partlyJudged, alike, choices, figures, operations, notCompared, cautions, regressions } =
    comparison;
  const short = (text: string) => plain(shorten(text, cell));
  const letters = reports.map((_, at) => letterOf(at));
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...rows.slice(0, max).map((cells) => `| ${cells.join(" | ")} |`),
    ...(rows.length > max ? ["", `… and ${rows.length - max} more`] : []),
  ];
  const checks = (title: string, rows: readonly CheckRow[]) => {
    if (rows.length === 0) return [];
    const cells = rows.map(({ id, section, claim, results }) => [
      `${code(id)}${section === "" ? "" : `<br>§${plain(section)}`} ${short(claim)}`,
      ...results.map(
        (result) => `${signOf(result)} ${verdictText(result)}${result?.message ? `<br>${short(result.message)}` : ""}`,
      ),
    ]);
    return [`**${plural(rows.length, "check")} ${title}**`, "", ...table(["Check", ...letters], cells)];
  };
  const blocks = [
    [marker, "## Conformance, compared"],
    ...(regressions === undefined ? [] : [[`**${regressionsTitle(regressions)}**`], regressionLines(regressions)]),
    table(
      ["", "Report", "Target", "Conclusion", "Requests", "Seconds"],
      reports.map(({ name, report }, at) => [
        letterOf(at),
        code(name),
        code(report.target.baseUrl),
        `${signOfConclusion(report)} ${short(report.summary)}`,
        String(report.requests.total),
        report.seconds.toFixed(1),
      ]),
    ),
    cautions.map((caution) => `- ⚠️ ${plain(caution)}`),
    checks("judged differently", different),
    checks("judged in some reports only", partlyJudged),
    choices.length === 0
      ? []
      : [
          `**${plural(choices.length, "open point")} chosen differently**`,
          "",
          ...table(
            ["Open point", ...letters],
            choices.map(({ clause, section, choices }) => [
              `${code(clause)} §${plain(section)}`,
              ...choices.map((choice) => short(choice) || "not seen"),
            ]),
          ),
        ],
    figures.length === 0
      ? []
      : [
          "**Load**",
          "",
          ...table(
            ["Figure", ...letters],
            figures.map(({ figure, values }) => [plain(figure), ...values.map((value) => value || "–")]),
          ),
        ],
    operations.length === 0
      ? []
      : [
          `**Latency of each operation, ${letterOf(0)} → ${letterOf(reports.length - 1)}**`,
          "",
          ...table(
            operationHeader,
            operations.map((row) => operationCells(row, operations).map(plain)),
          ),
        ],
    notCompared.map((sentence) => `- ❓ ${plain(sentence)}`),
    [`${plural(alike, "check")} with the same verdict.`],
  ];
  return `${blocks.flatMap((lines) => (lines.length === 0 ? [] : lines.join("\n"))).join("\n\n")}\n`;
}

const regressionLines = ({ found, unjudged }: Regressions): readonly string[] => [
  ...found.map((sentence) => `- ❌ ${plain(sentence)}`),
  ...(unjudged === undefined ? [] : [`- ❓ ${plain(unjudged)}`]),
];

const signs = { pass: "✅", fail: "❌", warn: "⚠️", skip: "○", inconclusive: "❓", broken: "❓" } as const;
const signOf = (result: Result | undefined) => (result === undefined ? "○" : signs[result.verdict]);
