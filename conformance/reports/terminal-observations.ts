/** What the target chose where the document is silent: one line for each clause, and a warning where it contradicts itself. */

import { visible } from "../../cli/visible-text.ts";
import { columns, wrap } from "../../cli/wrap.ts";
import type { Observation } from "../model/report.ts";
import { type Page, paragraph, table } from "./page.ts";

/** Without `verbose` at most this many clauses are shown, each shortened to one line. */
const maxShown = 30;

/** Longer choices are shortened; the JSON report has the whole text. */
const maxChoiceLength = 2000;

/** Where the column of choices would be narrower, each choice goes below its clause. */
const minChoiceWidth = 24;

export function renderObservations(page: Page): string[] {
  const { observations } = page.report;
  const seen = observations.filter(({ choice }) => choice !== "");
  const contradictions = observations.flatMap((observation) => renderContradiction(page, observation));
  if (seen.length === 0) return contradictions;
  const some = page.verbose ? seen : seen.slice(0, maxShown);
  const rows = some.map(
    ({ clause, section, choice }) =>
      [`§${visible(section)}`, visible(clause), visible(choice.slice(0, maxChoiceLength))] as const,
  );
  const rest = seen.length - some.length;
  return [
    ...paragraph(page, "Where the document is silent, this target chose:", 2),
    ...(page.verbose ? rows.flatMap((row) => wrappedRow(page, row, rows)) : table(page, rows)),
    ...(rest > 0 ? [page.colours.dim(`  … ${rest} more in the JSON report`)] : []),
    ...contradictions,
  ];
}

type Row = readonly [section: string, clause: string, choice: string];

/** The choice in its column, wrapped; below the clause where that column would be too narrow. */
function wrappedRow(page: Page, [section, clause, choice]: Row, rows: readonly Row[]): string[] {
  const widthOf = (at: 0 | 1) => Math.max(...rows.map((row) => columns(row[at])));
  const padded = (text: string, width: number) => text + " ".repeat(width - columns(text));
  const indent = 2 + widthOf(0) + 2 + widthOf(1) + 2;
  if (page.width - indent < minChoiceWidth) {
    return [...paragraph(page, `  ${section}  ${clause}`, 4), ...paragraph(page, `    ${choice}`, 4)];
  }
  const head = `  ${padded(section, widthOf(0))}  ${padded(clause, widthOf(1))}  `;
  return wrap(choice, page.width - indent).map((line, at) => (at === 0 ? head : " ".repeat(indent)) + line);
}

function renderContradiction(page: Page, { clause, section, contradiction }: Observation): string[] {
  if (contradiction === undefined) return [];
  const text = `! §${visible(section)} ${visible(clause)}: the target contradicts itself: ${visible(contradiction.slice(0, maxChoiceLength))}`;
  return paragraph(page, text, 2).map((line) => page.colours.yellow(line));
}
