/** The report as one page. */
import type { Report } from "../../model/report.ts";
import { renderCheckLists } from "./check-lists.ts";
import { placeChecks } from "./check-places.ts";
import { exchangeData, renderExchanges } from "./exchanges.ts";
import { renderFailures } from "./failures.ts";
import { renderPage } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { renderLoad } from "./load.ts";
import { renderMatrix } from "./matrix.ts";
import { renderObservations } from "./observations.ts";
import { renderRateLimit } from "./rate-limit.ts";
import { conclusionOf } from "./signs.ts";
import { renderUnjudged } from "./unjudged.ts";
import { renderCauses, renderDoubts, renderNotes, renderVerdict } from "./verdict.ts";

export function renderHtml(report: Report): string {
  const { sign, words } = conclusionOf(report);
  const baseUrl = report.target.baseUrl === "" ? "" : html`· <code>${report.target.baseUrl}</code> `;
  const body = html`${renderVerdict(report)}
${renderBody(report)}
<footer class="page-end">${report.suite.name} ${report.suite.version} ${baseUrl}· ${report.startedAt}</footer>
${exchangeData(report)}`;
  return renderPage(`${sign} ${words} · conformance report`, body, "./in-browser.js");
}

function renderBody(report: Report): Html {
  // Where nothing was judged, the notes say why.
  const sections = report.results.length === 0 ? [renderDoubts(report), renderNotes(report)] : judgedSections(report);
  const all = [...sections, renderExchanges(report)];
  return html`${renderNav(all)}<main id="main" tabindex="-1">${all}</main>`;
}

function judgedSections(report: Report): readonly Html[] {
  const places = placeChecks(report);
  return [
    renderDoubts(report),
    renderCauses(report),
    renderMatrix(places),
    renderFailures(report, "fail"),
    renderFailures(report, "warn"),
    renderLoad(report),
    renderRateLimit(report),
    renderUnjudged(report),
    renderObservations(report),
    renderNotes(report),
    renderCheckLists(places),
  ];
}

/** What the navigation calls a section, by the id of its heading, where that is shorter. */
const shortTitles: Readonly<Record<string, string>> = {
  doubts: "Target file",
  causes: "To mend",
  matrix: "Matrix",
  limit: "Rate limit",
  silent: "Choices",
  checks: "Checks",
};

/** The headings of the sections that there are. */
function renderNav(sections: readonly Html[]): Html {
  const headings = sections.flatMap(({ text }) => [...text.matchAll(/<h2 id="([\w-]+)">(.*?)<\/h2>/gs)]);
  const links = headings.map(
    ([, id = "", title = ""]) => html`<li><a href="#${id}">${shortTitles[id] ?? trusted(title)}</a></li>`,
  );
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>`;
}
