/** The report as a person reads it in a terminal or a log; the last line is the summary. */
import picocolors from "picocolors";
import { plural } from "../../cli/plural.ts";
import { visible } from "../../cli/visible-text.ts";
import type { Report, Result } from "../model/report.ts";
import { inOrderOfCauses } from "./in-order-of-causes.ts";
import { loadRows, operationTable, type Table } from "./load-table.ts";
import { withoutRepeated } from "./repeated.ts";
import { renderCauses, skippedBecause } from "./terminal-causes.ts";
import { renderCounts, renderSummary } from "./terminal-closing.ts";
import { commandsOf, renderFailure, renderWarning } from "./terminal-failure.ts";
import { byMessage, renderGroup } from "./terminal-groups.ts";
import { renderObservations } from "./terminal-observations.ts";
import { field, headline, inReport, type Page, paragraph, type Style, withVerdict } from "./terminal-page.ts";

/** How the results of each kind are shown, and how many without `verbose`; of the rest only the ids are listed. */
const kinds = {
  failures: { max: 10, render: renderFailure, named: (count: number) => plural(count, "more failure") },
  warnings: { max: 5, render: renderWarning, named: (count: number) => plural(count, "more warning") },
  "could not be judged": {
    max: 12,
    render: renderInconclusive,
    named: (count: number) => `${count} more could not be judged`,
  },
  broken: { max: 12, render: renderBroken, named: (count: number) => `${count} more broken` },
};

/**
 * Renders doubts about the target file, failures, warnings (implied clauses, unless the run is strict), inconclusive, broken and skipped checks,
 * observations, notes, counts and the summary. Text from the target is always escaped.
 */
export function renderTerminal(report: Report, style: Style): string {
  const page: Page = {
    report,
    width: Math.max(40, style.width),
    verbose: style.verbose ?? false,
    file: style.file,
    isPart: style.isPart ?? false,
    colours: picocolors.createColors(style.colour),
  };
  const once = { results: withoutRepeated(report) };
  const doubts = (report.doubts ?? [])
    .flatMap((doubt) => paragraph(page, `! ${visible(doubt)}`, 2))
    .map(page.colours.yellow);
  const causes = renderCauses(page);
  const details = [
    ...renderKind(page, "failures", withVerdict(once, "fail")),
    ...renderKind(page, "warnings", withVerdict(once, "warn")),
    ...renderAllInconclusive(page, withVerdict(report, "inconclusive")),
    ...renderKind(page, "broken", withVerdict(report, "broken")),
    renderSkips(page),
    renderPasses(page),
    renderErrors(page),
    renderObservations(page),
    report.notes.flatMap((note) => paragraph(page, `• ${visible(note)}`, 2)),
  ];
  const isRepeated = causes.length > 0 && details.flat().length >= minToRepeat;
  const blocks = [
    doubts,
    ...details,
    isRepeated ? doubts : [],
    causes,
    loadRows(report).map(([label, text]) => `${label.padEnd(12)}  ${text}`),
    page.verbose ? columns(operationTable(report)) : [],
    renderCounts(page),
    renderSummary(page),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** The first column begins each line; the others are aligned at their ends. */
export function columns({ header, rows }: Table): readonly string[] {
  if (rows.length === 0) return [];
  const lines = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((cells) => cells.map(padded).join("  ").trimEnd());
}

/** After as many lines as a screen has, doubts are printed again before the causes. */
const minToRepeat = 40;

function renderKind(page: Page, what: keyof typeof kinds, results: readonly Result[]): string[][] {
  const { max, render, named } = kinds[what];
  const ordered = inOrderOfCauses(page.report, results);
  const full = page.verbose ? ordered : withEachCause(page.report, ordered, max);
  const rest = ordered.filter((result) => !full.includes(result));
  const blocks = full.map((result) => render(page, result));
  if (rest.length === 0) return blocks;
  const ids = rest.map(({ id }) => visible(id)).join(", ");
  return [
    ...blocks,
    paragraph(page, `… ${named(rest.length)}, all shown with --verbose and ${inReport(page)}: ${ids}`, 4),
  ];
}

/** `max` results: of each cause the first, and as many others as there is room for. */
function withEachCause({ causes = [] }: Report, results: readonly Result[], max: number): readonly Result[] {
  const first = causes.map(({ checks }) => results.find(({ id }) => checks.includes(id)));
  const chosen = [...results.filter((result) => first.includes(result)), ...results];
  const full = new Set([...new Set(chosen)].slice(0, max));
  return results.filter((result) => full.has(result));
}

function renderInconclusive(page: Page, result: Result): string[] {
  return [...headline(page, page.colours.yellow("?"), result), ...messageOf(page, result), ...commandsOf(page, result)];
}

function renderBroken(page: Page, result: Result): string[] {
  return [
    ...headline(page, page.colours.magenta("‼"), result),
    ...messageOf(page, result),
    ...paragraph(page, "    an error in this suite, not in the target; please report it", 4),
  ];
}

const messageOf = (page: Page, { message }: Result) => field(page, "", message, page.verbose ? 40 : 6);

/** As many checks as this that could not be judged for one reason are listed together. */
const minGroup = 4;

function renderAllInconclusive(page: Page, results: readonly Result[]): string[][] {
  const groups = byMessage(results).filter(([, group]) => group.length >= minGroup);
  const others = results.filter(({ message }) => !groups.some(([shared]) => shared === message));
  const grouped = groups.map(([message, group]) => [
    ...paragraph(page, `? ${plural(group.length, "check")} could not be judged:`, 2),
    ...renderGroup(page, message, group),
  ]);
  return [...renderKind(page, "could not be judged", others), ...grouped];
}

/** Groups skipped checks by what they lack, so that the reader sees which checks one more credential makes possible. */
function renderSkips(page: Page): string[] {
  const skipped = withVerdict(page.report, "skip");
  if (skipped.length === 0) return [];
  const explained = skipped.map((result) => ({
    ...result,
    message: skippedBecause(page.report, result.id) ?? result.message,
  }));
  const lines = byMessage(explained).flatMap(([message, results]) => renderGroup(page, message, results));
  return [...paragraph(page, `○ ${plural(skipped.length, "check")} skipped:`, 2), ...lines];
}

function renderPasses(page: Page): string[] {
  if (!page.verbose) return [];
  return withVerdict(page.report, "pass").flatMap(({ id, section, claim }) =>
    paragraph(
      page,
      `✓ ${visible(id)}   ${section === "" ? "threshold" : `§${visible(section)}`}   ${visible(claim)}`,
      4,
    ),
  );
}

/** A line for each kind of error: `a body that is not JSON: 2 of 4 operations (submitFeedback, updateMe)`. */
function renderErrors(page: Page): string[] {
  const tried = (page.report.errors ?? []).filter(({ operations }) => operations.length > 0);
  if (!page.verbose || tried.length === 0) return [];
  const lines = tried.flatMap(({ kind, operations, others }) => {
    const total = operations.length + others.length;
    const of = `${operations.length} of ${plural(total, "operation")}`;
    return paragraph(page, visible(`  ${kind}: ${of} (${operations.join(", ")})`), 4);
  });
  return ["Errors provoked, and at which operations:", ...lines];
}
