/** The report as one self-contained page: it loads nothing, and can be read without JavaScript. */
import { readFileSync } from "node:fs";
import type { Report } from "../../model/report.ts";
import { renderCheckLists } from "./check-lists.ts";
import { placeChecks } from "./check-places.ts";
import { renderDocument, renderMain } from "./document.ts";
import { exchangeData, renderExchanges } from "./exchanges.ts";
import { renderFailures } from "./failures.ts";
import { type Html, html, trusted } from "./html.ts";
import { renderLoad } from "./load.ts";
import { renderMatrix } from "./matrix.ts";
import { renderObservations } from "./observations.ts";
import { renderRateLimit } from "./rate-limit.ts";
import { conclusionOf } from "./signs.ts";
import { renderUnjudged } from "./unjudged.ts";
import { loadRunOf, renderCauses, renderDoubts, renderNotes, renderRun, renderVerdict } from "./verdict.ts";

const script = readFileSync(new URL("./in-browser.js", import.meta.url), "utf8");

export function renderHtml(report: Report): string {
  const { sign, words } = conclusionOf(report);
  const baseUrl = report.target.baseUrl === "" ? "" : html`· <code>${report.target.baseUrl}</code> `;
  return renderDocument({
    title: [`${sign} ${words}`, loadRunOf(report), "conformance report"]
      .filter((part) => part !== undefined)
      .join(" · "),
    header: renderVerdict(report),
    body: renderBody(report),
    end: html`${report.suite.name} ${report.suite.version} ${baseUrl}· ${report.startedAt}`,
    data: exchangeData(report),
    script,
  });
}

function renderBody(report: Report): Html {
  // If nothing was judged, the notes say why.
  const sections =
    report.results.length === 0
      ? [renderDoubts(report), renderNotes(report), renderRun(report)]
      : judgedSections(report);
  const all = [...sections, renderExchanges(report)];
  return html`${renderNav(all)}${renderMain(all)}`;
}

function judgedSections(report: Report): readonly Html[] {
  const places = placeChecks(report);
  return [
    renderDoubts(report),
    renderCauses(report),
    renderLoad(report),
    renderMatrix(places),
    renderFailures(report, "failures"),
    renderFailures(report, "known"),
    renderFailures(report, "warnings"),
    renderRateLimit(report),
    renderUnjudged(report),
    renderObservations(report),
    renderNotes(report),
    renderRun(report),
    renderCheckLists(places),
  ];
}

/** Shorter names of sections for the navigation, by the id of the heading. */
const shortTitles: Readonly<Record<string, string>> = {
  doubts: "Target file",
  causes: "To fix",
  matrix: "Matrix",
  limit: "Rate limit",
  silent: "Choices",
  run: "Run",
  checks: "Checks",
};

/** Links to the sections of this page. */
function renderNav(sections: readonly Html[]): Html {
  const headings = sections.flatMap(({ text }) => [...text.matchAll(/<h2 id="([\w-]+)">(.*?)<\/h2>/gs)]);
  const links = headings.map(
    ([, id = "", title = ""]) => html`<li><a href="#${id}">${shortTitles[id] ?? trusted(title)}</a></li>`,
  );
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>`;
}
