/** The header with the verdict, and the sections on doubts, causes, notes and the run. */
import { plural } from "../../../cli/plural.ts";
import { countKnown } from "../../model/counts.ts";
import type { Report } from "../../model/report.ts";
import type { ReportedVerdict } from "../../model/verdict.ts";
import { scenariosOf, slowdownsOf } from "../load-table.ts";
import { renderBar } from "./bar.ts";
import { linksToChecks } from "./failures.ts";
import { type Html, html, sentence } from "./html.ts";
import { badge, conclusionOf, signs } from "./signs.ts";

/** `load run: steady, limit`; undefined for another run. */
export function loadRunOf(report: Report): string | undefined {
  const scenarios = scenariosOf(report);
  return scenarios && ["load run", scenarios.join(", ")].filter((part) => part !== "").join(": ");
}

export function renderVerdict(report: Report): Html {
  const { target, summary } = report;
  const { words, verdict } = conclusionOf(report);
  const loadRun = loadRunOf(report);
  return html`<header class="verdict ${verdict}">
<p class="suite">Conformance report${loadRun === undefined ? undefined : html` · ${loadRun}`}</p>
<h1>${badge(verdict)} ${words}</h1>
${slowdownsOf(report.load).map((slowdown) => html`<p class="slowdown warn">${sentence(slowdown)}</p>`)}
<p class="target">${target.baseUrl}</p>
<p class="summary">${sentence(summary.replace(/^inconclusive: /, ""))}</p>
${renderCounts(report)}
</header>`;
}

interface Count {
  readonly verdict: ReportedVerdict;
  readonly words: string;
  readonly count: number;
}

/** How many checks have each verdict. Known failures are warnings that are counted separately. */
function countsOf({ results }: Report): readonly Count[] {
  const known = countKnown(results);
  const countOf = (verdict: ReportedVerdict, words = signs[verdict].words) => ({
    verdict,
    words,
    count: results.filter((result) => result.verdict === verdict && result.known === undefined).length,
  });
  return [
    countOf("pass"),
    countOf("fail", known === 0 ? signs.fail.words : "new failures"),
    { verdict: "warn", words: known === 1 ? "known failure" : "known failures", count: known },
    countOf("warn"),
    countOf("inconclusive"),
    countOf("broken"),
    countOf("skip"),
  ];
}

function renderCounts(report: Report): Html {
  const { clauses, load } = report;
  const counts = countsOf(report);
  const shown = counts.filter(({ verdict, count }) => count > 0 || verdict === "pass" || verdict === "fail");
  return html`<ul class="counts" aria-label="Checks">${shown.map(
    ({ verdict, words, count }) =>
      html`<li class="${count === 0 ? "none" : verdict}"><b>${count}</b> <span>${words}</span></li>`,
  )}<li class="clauses">${
    load === undefined
      ? html`<b>${clauses.judged}<small>/${clauses.stated}</small></b> <span>stated clauses judged</span>`
      : html`<b>${clauses.judged}</b> <span>stated clauses judged, of ${load.scenarios === undefined ? "this scenario" : "these scenarios"} only</span>`
  }</li></ul>
${renderBar(counts)}`;
}

/** The time and length of the run, and its options. */
export function renderRun({ target, startedAt, seconds, requests, seed, strict, suite }: Report): Html {
  const { rateLimit, credentials } = target;
  const facts: readonly (readonly [name: string, value: string, width?: "wide"])[] = [
    ["Requests", `${requests.total} in ${seconds.toFixed(1)} s`],
    ["Started", startedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC")],
    ["Rate limit", rateLimit === null ? "declared off" : `${rateLimit.limit} in ${rateLimit.windowSeconds} s`],
    ["Seed", `${seed}${strict ? ", strict" : ""}`],
    ["Credentials", credentials.join(", ") || "none", "wide"],
    ["Judged by", `${suite.name} ${suite.version}, contract ${suite.contract}`, "wide"],
  ];
  return html`<section aria-labelledby="run"><h2 id="run">The run</h2>
<dl class="facts">${facts.map(([name, value, width = ""]) => html`<div class="${width}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

/** The section on errors that the target file may have. */
export function renderDoubts({ doubts = [] }: Report): Html {
  if (doubts.length === 0) return html``;
  return html`<section class="doubts" aria-labelledby="doubts"><h2 id="doubts">First look at the target file</h2><ul class="points">${doubts.map((doubt) => html`<li>${sentence(doubt)}</li>`)}</ul></section>`;
}

export function renderCauses({ causes = [] }: Report): Html {
  if (causes.length === 0) return html``;
  return html`<section aria-labelledby="causes"><h2 id="causes">${causes.length === 1 ? "What to fix" : "What to fix, in this order"}</h2>
<ol class="causes">${causes.map(
    ({ cause, checks, hides }) =>
      html`<li><p>${sentence(cause)}</p><p class="dim">${linksToChecks(checks)}${
        hides.length === 0 ? undefined : html`; ${plural(hides.length, "more check")} could not be judged because of it`
      }</p></li>`,
  )}</ol></section>`;
}

export function renderNotes({ notes }: Report): Html {
  if (notes.length === 0) return html``;
  return html`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul class="points">${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul></section>`;
}
