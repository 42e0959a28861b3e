/** What the target chose where the document is silent, and a warning if it contradicts itself. */
import { plural } from "../../cli/plural.ts";
import { visible } from "../../cli/visible-text.ts";
import { columns, wrap } from "../../cli/wrap.ts";
import type { Observation } from "../model/report.ts";
import { type Page, paragraph } from "./terminal-page.ts";

/** Longer choices are shortened; the JSON report has the whole text. */
const maxChoiceLength = 2000;

/** If the column of choices would be narrower, each choice goes below its clause. */
const minChoiceWidth = 24;

/** One line with the number of choices; all choices if it is verbose; nothing if the run was asked for some checks only. */
export function renderObservations(page: Page): string[] {
  const { observations } = page.report;
  const contradictions = observations.flatMap((observation) => renderContradiction(page, observation));
  const seen = page.isPart ? [] : observations.filter(({ choice }) => choice !== "");
  if (seen.length === 0) return contradictions;
  if (!page.verbose) return [...paragraph(page, inOneLine(seen.length), 2), ...contradictions];
  const rows = seen.map(
    ({ clause, section, choice }) =>
      [`§${visible(section)}`, visible(clause), visible(choice.slice(0, maxChoiceLength))] as const,
  );
  return [
    ...paragraph(page, "Where the document is silent, this target chose:", 2),
    ...rows.flatMap((row) => wrappedRow(page, row, rows)),
    ...contradictions,
  ];
}

const inOneLine = (count: number) =>
  `Where the document is silent, this target made ${plural(count, "choice")}: --verbose and the JSON report show them`;

type Row = readonly [section: string, clause: string, choice: string];

/** The choice in its column, wrapped; below the clause if that column would be too narrow. */
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
