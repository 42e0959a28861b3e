/** A comparison as one page with the look of the report. */
import { plural } from "../../cli/plural.ts";
import type { Result } from "../model/report.ts";
import { renderDocument, renderMain } from "../reports/html/document.ts";
import { type Html, html, prose, sentence } from "../reports/html/html.ts";
import { questionOf } from "../reports/html/observations.ts";
import { badge, conclusionOf } from "../reports/html/signs.ts";
import { type CheckRow, type Comparison, letterOf, verdictText } from "./compare.ts";
import type { NamedReport } from "./named-report.ts";
import { operationCells, operationHeader } from "./operations.ts";
import { type Regressions, regressionsCount, regressionsTitle } from "./regressions.ts";

/** A longer text in a cell is cut. The reports have the whole text. */
const maxLength = 400;
const shorten = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

export function renderHtml(comparison: Comparison): string {
  const { reports, different, partlyJudged, choices, figures, operations, notCompared, alike, cautions, regressions } =
    comparison;
  const checks =
    different.length === 0 ? "No check judged differently" : `${plural(different.length, "check")} judged differently`;
  const found = regressions === undefined ? checks : `${regressionsCount(regressions)}, ${uncapitalized(checks)}`;
  const header = html`<header class="verdict"><p class="suite">Conformance reports, compared</p><h1>${found}</h1>
<p class="summary">${plural(alike, "check")} with the same verdict in all ${reports.length} reports</p></header>`;
  const sections = [
    renderRegressions(regressions),
    renderPoints("cautions", "Before you compare", cautions),
    renderReports(reports),
    renderTable(
      "load",
      "Load",
      ["Figure", ...letters(reports)],
      figures.map(({ figure, values }) => ({
        head: html`${figure}`,
        cells: values.map((value) => (value === "" ? html`<span class="dim">–</span>` : html`${value}`)),
      })),
    ),
    renderTable(
      "operations",
      `Latency of each operation, ${letterOf(0)} → ${letterOf(reports.length - 1)}`,
      operationHeader,
      operations.map((row) => {
        const [head = "", ...cells] = operationCells(row, operations);
        return { head: html`${head}`, cells: cells.map((cell) => html`${cell}`) };
      }),
    ),
    renderPoints("not-compared", "Not compared", notCompared),
    renderChecks("different", "Judged differently", different, reports),
    renderChecks("partly", "Judged in some reports only", partlyJudged, reports),
    renderTable(
      "choices",
      "Chosen differently where the document is silent",
      ["The document leaves open", ...letters(reports)],
      choices.map(({ clause, section, choices }) => ({
        head: html`${questionOf(clause)} <small>§${section}</small>`,
        cells: choices.map((choice) =>
          choice === "" ? html`<span class="dim">not seen</span>` : html`${shorten(choice)}`,
        ),
      })),
    ),
  ];
  const title = `Conformance compared: ${reports.map(({ name }) => name).join(", ")}`;
  const end = html`${reports.map(({ report: { startedAt } }, at) => html`${at === 0 ? "" : " · "}${letterOf(at)} ${startedAt}`)}`;
  return renderDocument({ title, header, body: renderMain(sections), end });
}

/** Nothing if there are no sentences. */
const renderPoints = (id: string, title: string, sentences: readonly string[]): Html =>
  sentences.length === 0
    ? html``
    : html`<section class="doubts" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="points">${sentences.map((each) => html`<li>${each}</li>`)}</ul></section>`;

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Nothing if it was not asked, or there is none. */
function renderRegressions(regressions: Regressions | undefined): Html {
  const sentences = [...(regressions?.found ?? []), ...[regressions?.unjudged ?? []].flat()];
  if (regressions === undefined || sentences.length === 0) return html``;
  const sign = badge(regressions.unjudged === undefined ? "fail" : "inconclusive");
  return html`<section aria-labelledby="regressions"><h2 id="regressions">${regressionsTitle(regressions)}</h2><ul class="points">${sentences.map((each) => html`<li>${sign} ${each}</li>`)}</ul></section>`;
}

const letters = (reports: readonly NamedReport[]) => reports.map((_, at) => letterOf(at));

const renderReports = (reports: readonly NamedReport[]): Html =>
  renderTable(
    "reports",
    "The reports",
    ["Report", "Verdict"],
    reports.map(({ name, report }, at) => ({
      head: html`<b>${letterOf(at)}</b> ${name}<small class="under">${report.target.baseUrl}</small>`,
      cells: [
        html`${badge(conclusionOf(report).verdict)} ${sentence(report.summary)}<small class="under">${plural(report.requests.total, "request")} in ${report.seconds.toFixed(1)} s</small>`,
      ],
    })),
  );

const renderChecks = (id: string, title: string, rows: readonly CheckRow[], reports: readonly NamedReport[]): Html =>
  renderTable(
    id,
    title,
    ["What the document asks", ...letters(reports)],
    rows.map(({ id: check, section, claim, results }) => ({
      head: html`${prose(claim)}<small class="under"><code>${check}</code>${section === "" ? "" : ` §${section}`}</small>`,
      cells: results.map(renderResult),
    })),
  );

const renderResult = (result: Result | undefined): Html =>
  html`${badge(result?.verdict ?? "skip")} ${verdictText(result)}${result?.message ? html`<p class="dim">${prose(shorten(result.message))}</p>` : undefined}`;

interface Row {
  readonly head: Html;
  readonly cells: readonly Html[];
}

/** Nothing if there are no rows. */
function renderTable(id: string, title: string, columns: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <span class="count">${rows.length}</span></h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="compared">
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(({ head, cells }) => html`<tr><th scope="row">${head}</th>${cells.map((cell, at) => html`<td data-column="${columns[at + 1]}">${cell}</td>`)}</tr>`)}</tbody>
</table></div></section>`;
}
