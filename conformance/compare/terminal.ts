/** A comparison for a terminal or a log. */
import picocolors from "picocolors";
import { plural } from "../../cli/plural.ts";
import { visible } from "../../cli/visible-text.ts";
import { shorten, wrap } from "../../cli/wrap.ts";
import { levelName } from "../../spec/level.ts";
import type { Result } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { columns } from "../reports/terminal.ts";
import { type CheckRow, type Comparison, letterOf, verdictText } from "./compare.ts";
import { type OperationRow, operationCells, operationHeader, unchanged } from "./operations.ts";
import { regressionsTitle } from "./regressions.ts";

/** Lines are wrapped to `width`, of at least 40 columns. */
export function renderTerminal(
  comparison: Comparison,
  style: { readonly colour: boolean; readonly width: number },
): string {
  const { bold, dim, green, red, yellow } = picocolors.createColors(style.colour);
  const width = Math.max(40, style.width);
  const { reports, different, partlyJudged, alike, choices, figures, operations, notCompared, cautions, regressions } =
    comparison;
  const paragraph = (text: string, indent: number) =>
    wrap(visible(text), width - indent).map((line) => " ".repeat(indent) + line);
  const blocks = [
    reports.flatMap(({ name, report }, at) => [
      bold(shorten(`${letterOf(at)}  ${visible(name)}`, width)),
      ...paragraph(report.summary, 3),
      ...paragraph(
        `${report.target.baseUrl} · ${plural(report.requests.total, "request")} · ${report.seconds.toFixed(1)} s`,
        3,
      ).map(dim),
    ]),
    cautions.flatMap((caution) => paragraph(`! ${caution}`, 0)).map(yellow),
    titled(different, (count) => `${plural(count, "check")} judged differently:`, checkLines),
    titled(partlyJudged, (count) => `${plural(count, "check")} judged in some reports only:`, verdictLine),
    titled(
      choices,
      (count) => `${plural(count, "open point")} chosen differently:`,
      ({ section, clause, choices }) => [
        ...paragraph(`${clause}   §${section}`, 2),
        ...choices.flatMap((choice, at) => lettered(at, choice === "" ? [dim("not seen")] : shortened(choice))),
      ],
    ),
    titled(
      figures,
      () => "load:",
      ({ figure, values }) => [
        `  ${figure}   ${values.map((value, at) => `${letterOf(at)} ${value || "–"}`).join(" · ")}`,
      ],
    ),
    operationLines(reports.length, operations).map((line) => shorten(line, width)),
    notCompared.flatMap((sentence) => paragraph(`? ${sentence}`, 0)).map(yellow),
    [`${plural(alike, "check")} with the same verdict`],
    regressions === undefined
      ? []
      : [
          `${regressionsTitle(regressions)}${regressions.found.length === 0 ? "" : ":"}`,
          ...regressions.found.flatMap((sentence) => paragraph(`✗ ${sentence}`, 2)).map(red),
          ...(regressions.unjudged === undefined ? [] : paragraph(`? ${regressions.unjudged}`, 2).map(yellow)),
        ],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");

  function checkLines({ id, section, level, claim, results }: CheckRow): readonly string[] {
    const binding = section === "" ? "" : `   §${section} ${levelName(level)}`;
    return [
      ...paragraph(`${id}${binding}   ${claim}`, 2),
      ...results.flatMap((result, at) => lettered(at, [coloured(result), ...shortened(result?.message ?? "")])),
    ];
  }

  function verdictLine({ id, results }: CheckRow): readonly string[] {
    const verdicts = results.map((result, at) => `${letterOf(at)} ${coloured(result)}`);
    return [`  ${visible(id)}   ${verdicts.join(" · ")}`];
  }

  function coloured(result: Result | undefined): string {
    const text = verdictText(result);
    if (result === undefined) return dim(text);
    if (isViolated(result)) return result.verdict === "fail" ? red(`✗ ${text}`) : yellow(`⚠ ${text}`);
    return result.verdict === "pass" ? green(`✓ ${text}`) : dim(text);
  }

  /** The report's letter goes before the first line. */
  function lettered(at: number, lines: readonly string[]): readonly string[] {
    return lines.map((line, index) => (index === 0 ? `    ${letterOf(at)}  ${line}` : `       ${line}`));
  }

  /** At most three lines. */
  function shortened(text: string): readonly string[] {
    return text === "" ? [] : wrap(visible(text.slice(0, 3 * width)), width - 7).slice(0, 3);
  }
}

/** At most so many operations are shown. */
const maxOperations = 8;

/** The operations that changed, the largest change first. The others are counted: the written comparisons have them. */
function operationLines(count: number, operations: readonly OperationRow[]): readonly string[] {
  if (operations.length === 0) return [];
  const changed = operations.filter(({ isChanged }) => isChanged);
  const shown = changed.slice(0, maxOperations);
  const [more, same] = [changed.length - shown.length, operations.length - changed.length];
  const rows = shown.map((row) => operationCells(row, operations));
  return [
    `latency of each operation, ${letterOf(0)} → ${letterOf(count - 1)}:`,
    ...columns({ header: operationHeader, rows }).map((line) => `  ${line}`),
    ...(more === 0 ? [] : [`  … and ${more} more that changed less (--report shows all)`]),
    ...(same === 0 ? [] : [`  ${plural(same, shown.length === 0 ? "operation" : "other operation")} ${unchanged}`]),
  ];
}

function titled<Row>(
  rows: readonly Row[],
  title: (count: number) => string,
  linesOf: (row: Row) => readonly string[],
): readonly string[] {
  return rows.length === 0 ? [] : [title(rows.length), ...rows.flatMap(linesOf)];
}
