/** The layout of the terminal report: paragraphs, headlines and fields. */
import type picocolors from "picocolors";
import { visible } from "../../cli/visible-text.ts";
import { columns, shorten, wrap } from "../../cli/wrap.ts";
import type { Report, Result } from "../model/report.ts";
import { inJsonReport } from "./json.ts";
import { bindingWithSection } from "./outcome.ts";

export interface Style {
  readonly colour: boolean;
  /** Columns of the terminal; at least 40 are used. */
  readonly width: number;
  /** Nothing is shortened, and passed checks are listed. */
  readonly verbose?: boolean;
  /** The JSON report, if one is written. */
  readonly file?: string | undefined;
  /** The run was asked for some checks only: what the target chose otherwise is not shown. */
  readonly isPart?: boolean;
}

/** The report and how to show it, given to every block. */
export interface Page {
  readonly report: Report;
  readonly width: number;
  readonly verbose: boolean;
  readonly file: string | undefined;
  readonly isPart: boolean;
  readonly colours: ReturnType<typeof picocolors.createColors>;
}

/** Text, already escaped, wrapped to the page; lines after the first are indented by `indent` columns. */
export function paragraph(page: Page, text: string, indent: number): string[] {
  const lead = text.length - text.trimStart().length;
  const [first = "", ...rest] = wrap(text.slice(lead), page.width - Math.max(lead, indent));
  return [" ".repeat(lead) + first, ...rest.map((line) => " ".repeat(indent) + line)];
}

/** `✗ id   §8 stated   claim`, with the claim on the next line if the page is too narrow. `sign` is coloured already. */
export function headline(page: Page, sign: string, result: Result): string[] {
  const id = visible(result.id);
  const binding = visible(bindingWithSection(result));
  const claim = visible(result.claim);
  const head = `${sign} ${page.colours.bold(id)}   ${page.colours.dim(binding)}`;
  const fits = columns(`. ${id}   ${binding}   ${claim}`) <= page.width;
  return fits ? [`${head}   ${claim}`] : [head, ...paragraph(page, `    ${claim}`, 4)];
}

/** Where all of the report is. */
export const inReport = ({ file }: Page) => (file === undefined ? inJsonReport : `in ${visible(file)}`);

const labelWidth = 10;

/** A text of at most this many characters is shown whole if the page is verbose. */
const maxVerbose = 1600;

/** `    expected  text`, wrapped and shortened to `limit` lines; no line for an empty text. */
export function field(page: Page, label: string, text: string, limit: number): string[] {
  if (text === "") return [];
  const indent = label === "" ? 4 : 4 + labelWidth;
  // Only what can be shown is wrapped: a response may be megabytes long.
  const room = (page.width - indent) * limit;
  const lines = wrap(visible(text.slice(0, 2 * room)), page.width - indent);
  const isWhole = lines.length <= limit && text.length <= 2 * room;
  const kept = lines.slice(0, limit);
  const isForVerbose = !page.verbose && text.length <= maxVerbose;
  const where = isForVerbose ? "shown with --verbose" : inReport(page);
  const notice = `… shortened; all ${text.length} characters are ${where}`;
  if (!isWhole) kept.push(page.colours.dim(shorten(notice, page.width - indent)));
  const lead = label === "" ? "    " : `    ${page.colours.dim(label.padEnd(labelWidth))}`;
  return kept.map((line, at) => (at === 0 ? lead : " ".repeat(indent)) + line);
}

/** A command to copy: never wrapped, and not shown if it would fill the screen. */
export function command(page: Page, label: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const isShort = page.verbose || text.length <= 2000;
  const shown = isShort ? visible(text) : page.colours.dim(`too long to show here; it is ${inReport(page)}`);
  return [`    ${page.colours.dim(label.padEnd(labelWidth))}${shown}`];
}

export function withVerdict(report: Pick<Report, "results">, verdict: Result["verdict"]): Result[] {
  return report.results.filter((result) => result.verdict === verdict);
}
