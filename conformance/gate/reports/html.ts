/** The gate's report as one page, in the look of a conformance report. */
import { plural } from "../../../cli/plural.ts";
import type { ReportedVerdict } from "../../model/verdict.ts";
import { renderDocument, renderMain } from "../../reports/html/document.ts";
import { type Html, html, lines } from "../../reports/html/html.ts";
import { badge, signs } from "../../reports/html/signs.ts";
import type { Place } from "../document/place.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { Problem } from "../lint/problems.ts";
import { allowEntries } from "./allow-entries.ts";
import { headline, inOrder, isFailing, versionText, waysToPass } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";
import { bySentence, type ShownChange } from "./same-sentence.ts";
import { allowedText, companionLines, implementationVerdict, list, policyText, sourceName } from "./terminal.ts";

/** The title, by which an earlier page is recognized. */
export const htmlTitle = "contract gate";

export function renderHtml(report: GateReport): string {
  const verdict = report.exitCode === 0 ? "pass" : "fail";
  const words = report.exitCode === 0 ? "Passes" : "Fails";
  const { base, head, suite } = report;
  const header = html`<header class="verdict ${verdict}">
<p class="suite">Contract gate</p>
<h1>${badge(verdict)} ${words}</h1>
<p class="target">${sourceName(base)} → ${sourceName(head)}</p>
<p class="summary">${report.summary.replace(/^\w+: /, "")}${report.for === "everybody" ? "" : `; for ${report.for}`}${policyText(report)}</p>
</header>`;
  const { preface, errors, warnings } = inOrder(report);
  const body = renderMain([
    renderProblems("errors", errors, report),
    renderChanges(report, "breaking", "Breaking changes"),
    renderProblems("warnings", [...preface, ...warnings], report),
    renderChanges(report, "additive", "Additive changes"),
    renderChanges(report, "editorial", "Editorial changes"),
    renderImplementations(report),
    renderRest(report),
  ]);
  const title = `${signs[verdict].sign} ${words} · ${htmlTitle}`;
  return renderDocument({ title, header, body, end: html`${suite.name} ${suite.version}` });
}

const section = (id: string, title: string, count: number, inside: readonly Html[]): Html =>
  count === 0
    ? html``
    : html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <span class="count">${count}</span></h2>
${inside}</section>`;

function renderProblems(id: string, problems: readonly Problem[], { blobUrl }: GateReport): Html {
  const items = problems.map(
    ({ severity, message, rule, place }) =>
      html`<details class="failure ${severity === "error" ? "fail" : "warn"}" open>
<summary>${badge(severity === "error" ? "fail" : "warn")} <h3>${message}</h3> <span class="aside"><code>${rule}</code></span></summary>
<p>${renderPlace(place, blobUrl)}</p>
</details>`,
  );
  return section(id, `Beside the changes: ${id}`, problems.length, items);
}

function renderChanges({ changes, blobUrl }: GateReport, kind: GateChange["kind"], title: string): Html {
  const shown = changes.filter((change) => change.kind === kind);
  return section(
    kind,
    title,
    shown.length,
    bySentence(shown).map((change) => renderChange(change, blobUrl)),
  );
}

function renderChange(change: ShownChange, blobUrl: string | undefined): Html {
  const { rule, text, operations, clauses, head, otherPlaces } = change;
  const allowed: ReportedVerdict = change.kind === "breaking" ? "warn" : "pass";
  const verdict = isFailing(change) ? "fail" : allowed;
  const row = (name: string, value: Html | undefined) =>
    value && html`<div class="wide"><dt>${name}</dt><dd>${value}</dd></div>`;
  const codes = (names: readonly string[]) =>
    names.length === 0
      ? undefined
      : html`${names.map((name, at) => html`${at === 0 ? "" : ", "}<code>${name}</code>`)}`;
  return html`<details class="failure ${verdict}"${verdict === "fail" ? html` open` : undefined}>
<summary>${badge(verdict)} <h3>${text}</h3> <span class="aside">${headline(change)} <code>${rule}</code></span></summary>
<dl class="facts">${row("in", codes(operations))}${row("at", renderPlace(head, blobUrl))}${otherPlaces.map((place) => html`${row("and at", renderPlace(place, blobUrl))}`)}${row("was at", wasAt(change))}${row("affects", codes(clauses.map(({ id }) => id)))}${row("allowed", change.allowed === undefined ? undefined : html`${allowedText(change)}`)}</dl>
</details>`;
}

/** The place in BASE, which no link leads to: the links are to files of HEAD. */
const wasAt = ({ base, head }: GateChange) =>
  base === undefined || base.pointer === head.pointer ? undefined : html`${renderPlace(base, undefined)} of BASE`;

function renderImplementations({ implementations }: GateReport): Html {
  return section(
    "implementations",
    "Implementations",
    implementations.length,
    implementations.map(renderImplementation),
  );
}

function renderImplementation(implementation: Implementation): Html {
  const { name, stopsConforming, judged, lapses, unseen } = implementation;
  const verdict = stopsConforming ? "fail" : "pass";
  return html`<details class="failure ${verdict}"${stopsConforming ? html` open` : undefined}>
<summary>${badge(verdict)} <h3>${name} ${implementationVerdict(implementation)}</h3> <span class="aside">${plural(judged, "exchange")} judged again${unseen.length === 0 ? "" : `; not judged: ${list(unseen)}`}</span></summary>
<ul>${lapses.map(({ check, expected, actual }) => html`<li><code>${check ?? "contract"}</code>: expected ${expected}; actual ${actual}</li>`)}</ul>
</details>`;
}

function renderRest(report: GateReport): Html {
  const { version, blobUrl } = report;
  const items = [
    ...(version === undefined ? [] : [html`${versionText(report)}, ${renderPlace(version.place, blobUrl)}`]),
    ...waysToPass(report).map((way) => html`To pass, ${way}`),
    ...companionLines(report).map((line) => html`Ledger: ${line}`),
  ];
  if (items.length === 0) return html``;
  const entries = allowEntries(report);
  return html`<section aria-labelledby="version"><h2 id="version">Version, and what goes with it</h2>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>${entries.length === 0 ? "" : html`<pre>${lines(entries.join("\n"))}</pre>`}</section>`;
}

function renderPlace({ file, line, pointer }: Place, blobUrl: string | undefined): Html {
  const text = html`<code>${file}:${line}</code>`;
  const shown = blobUrl === undefined ? text : html`<a href="${blobUrl}${encodeURI(file)}#L${line}">${text}</a>`;
  return html`${shown} <code class="dim">${pointer}</code>`;
}
