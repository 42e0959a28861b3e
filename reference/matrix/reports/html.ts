/** Renders the matrix as a self-contained HTML page, which has no script and loads nothing. */
import { escapeHtml } from "../../../cli/escape-html.ts";
import type { CheckRow, Matrix, MutantRow } from "../matrix-report.ts";
import { problemsOf } from "./problems.ts";
import { clauseBlocks, headOf, signOf } from "./sections.ts";

export function renderHtml(matrix: Matrix): string {
  const { summary, seconds, run } = headOf(matrix);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kill matrix</title>
<style>${style}</style>
</head>
<body>
<h1>Kill matrix</h1>
<p class="summary ${matrix.exitCode === 0 ? "good" : "bad"}">${asText(summary)} · ${seconds}</p>
<p class="dim">${asText(run)}</p>
<nav><a href="#mutants">Mutants</a> <a href="#checks">Checks</a> <a href="#variants">Legal choices</a></nav>
${problemsOf(matrix)
  .map(({ title, items }) => `<section class="bad"><h2>${asText(title)}</h2>${list(items)}</section>`)
  .join("\n")}
${mutantTable(matrix)}
${checkTable(matrix)}
${variantTable(matrix)}
</body>
</html>
`;
}

function mutantTable(matrix: Matrix): string {
  const blocks = clauseBlocks(matrix).map(
    ({ clause, section, level, mutants }) =>
      `<tbody><tr class="clause"><th colspan="6" scope="rowgroup">§${asText(section)} ${asText(clause)} <span class="dim">${level}</span></th></tr>
${mutants.map(mutantRow).join("\n")}</tbody>`,
  );
  return `<h2 id="mutants">Mutants</h2>
<table><thead><tr><th></th><th>mutant</th><th>fault</th><th class="number">requests to the first failure</th><th>killed by</th><th>checks of other clauses that fail too</th></tr></thead>
${blocks.join("\n")}</table>`;
}

const mutantRow = (row: MutantRow) => `<tr id="${asText(row.id)}"><td class="${row.verdict}">${signOf(row)}</td>
<td><code>${asText(row.id)}</code></td><td>${asText(row.fault)}</td><td class="number" data-column="requests to the first failure">${row.requestsToFailure ?? "—"}</td>
<td data-column="killed by">${links(row.killedBy) || asText(row.reason ?? "—")}</td><td data-column="others that fail too">${others(row)}</td></tr>`;

/** The checks of other clauses; folded if there are many, because some faults violate dozens of clauses. */
function others({ alsoFailed }: MutantRow): string {
  if (alsoFailed === null) return "—";
  if (alsoFailed.length <= 2) return links(alsoFailed);
  return `<details><summary>${alsoFailed.length} checks of other clauses</summary>${links(alsoFailed)}</details>`;
}

/** The table of checks, without those that failed on none of the selected mutants and are not known to be idle. */
function checkTable({ checks, mutants }: Matrix): string {
  const failed = new Set(mutants.flatMap(({ killedBy, alsoFailed }) => [...killedBy, ...(alsoFailed ?? [])]));
  const shown = checks.filter(({ id, isIdle }) => isIdle !== null || failed.has(id));
  return `<h2 id="checks">Checks</h2>
<table><thead><tr><th></th><th>check</th><th>clause</th><th class="number">kills</th><th class="number">kills alone</th><th>what it kills</th></tr></thead>
<tbody>${shown.map(checkRow).join("\n")}</tbody></table>`;
}

const checkRow = (
  row: CheckRow,
) => `<tr id="${asText(row.id)}"><td class="${row.isIdle ? "alive" : "killed"}">${checkSign(row)}</td>
<td><code>${asText(row.id)}</code></td><td>§${asText(row.section)} ${asText(row.clause)}</td>
<td class="number" data-column="kills">${row.kills.length}</td><td class="number" data-column="kills alone">${row.soleKills.length}</td>
<td><details><summary>${row.kills.length} of its clause</summary>${links(row.kills)}</details></td></tr>`;

function checkSign({ isIdle }: CheckRow): string {
  if (isIdle === null) return "";
  return isIdle ? "✗" : "✓";
}

function variantTable({ variants }: Matrix): string {
  const rows = variants.map(
    (row) => `<tr><td class="${row.verdict === "conforms" ? "killed" : "alive"}">
${signOf(row)}</td>
<td><code>${asText(row.id)}</code></td><td>${asText(row.choice)}</td><td>${row.against.length === 0 ? "" : list(row.against)}</td></tr>`,
  );
  return `<h2 id="variants">Legal choices, on which no check may fail</h2>
<table><thead><tr><th></th><th>choice</th><th></th><th>false positives</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${asText(item)}</li>`).join("")}</ul>`;

const links = (ids: readonly string[]) =>
  ids.map((id) => `<a href="#${asText(id)}"><code>${asText(id)}</code></a>`).join(" ");

/** Text, escaped for HTML, without invisible characters: a mutant may have sent it. */
const asText = (text: string) => escapeHtml(text.replace(/[\p{C}\s]+/gu, " "));

const style = `
:root { color-scheme: light dark; --line: #8884; --good: #16803c; --bad: #c22; }
@media (prefers-color-scheme: dark) { :root { --good: #4ade80; --bad: #f87171; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 90rem; padding: 0 1rem; }
nav a { margin-right: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
thead th { background: Canvas; position: sticky; top: 0; }
td, li { overflow-wrap: anywhere; }
td code { overflow-wrap: normal; }
.clause th { padding-top: 1.2rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.dim { font-weight: normal; opacity: .65; }
.summary { font-size: 1.15rem; font-weight: 600; }
.good, .killed { color: var(--good); }
.bad h2, .summary.bad, .alive, .by-other-clauses, .unjudged { color: var(--bad); }
@media (max-width: 40rem) {
  table, tbody, tr, th, td, .number { border: 0; display: block; padding: 0; text-align: left; }
  thead, td:empty { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0 .6rem 1.5rem; position: relative; }
  tr.clause { padding-left: 0; }
  td:first-child { left: 0; position: absolute; }
  td[data-column]::before { content: attr(data-column) ": "; opacity: .65; }
}
`;
