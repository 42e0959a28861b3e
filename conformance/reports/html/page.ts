/** The report as one self-contained page: nothing is loaded, and without JavaScript it can be read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Report } from "../../model/report.ts";
import { renderCheckLists } from "./check-lists.ts";
import { placeChecks } from "./check-places.ts";
import { exchangeData, renderExchanges } from "./exchanges.ts";
import { renderFailures } from "./failures.ts";
import { type Html, html, trusted } from "./html.ts";
import { renderLoad } from "./load.ts";
import { renderMatrix } from "./matrix.ts";
import { renderObservations } from "./observations.ts";
import { renderRateLimit } from "./rate-limit.ts";
import { conclusionOf } from "./signs.ts";
import { renderUnjudged } from "./unjudged.ts";
import { renderCauses, renderDoubts, renderNotes, renderVerdict } from "./verdict.ts";

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** What may run and style is named by its hash, so that nothing that a target wrote can do either. */
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export function renderHtml(report: Report): string {
  const [style, script] = [fileOf("./style.css"), fileOf("./in-browser.js")];
  const { sign, words } = conclusionOf(report);
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${sign} ${words} · conformance report</title>
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<style>${trusted(style)}</style>
</head>
<body>
<a class="unseen skip-link" href="#main">To the results</a>
${renderVerdict(report)}
${renderBody(report)}
<footer class="page-end">${report.suite.name} ${report.suite.version} ${report.target.baseUrl === "" ? "" : html`· <code>${report.target.baseUrl}</code> `}· ${report.startedAt}</footer>
${exchangeData(report)}
<script>${trusted(script)}</script>
</body>
</html>`.text
  }\n`;
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
