/** The matrix of operations and concerns; each cell links to its checks. */
import { loadContract } from "../../../spec/contract.ts";
import type { ReportedVerdict } from "../../model/verdict.ts";
import {
  type Concern,
  concerns,
  hasChecks,
  type Placed,
  type Places,
  type Row,
  rows,
  wholeApi,
} from "./check-places.ts";
import { type Html, html } from "./html.ts";
import { signs } from "./signs.ts";

/** The id of the element that lists the checks of a cell, or of a row. */
export const anchorOf = (row: Row, concern?: Concern) =>
  `on-${row.replace(" ", "-")}${concern === undefined ? "" : `-${concern}`}`;

/** `GET /v1/products`. */
export function routeOf(row: Row): string {
  if (row === wholeApi) return "no single operation";
  const { method, path } = loadContract().operation(row);
  return `${method} ${path}`;
}

export function renderMatrix(places: Places): Html {
  const empty = rows.filter((row) => !hasChecks(places, row));
  return html`<section aria-labelledby="matrix">
<h2 id="matrix">Operations and concerns</h2>
<p class="dim">Each cell leads to the checks behind it<span class="wide-only">, and counts them</span>.</p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="matrix">
<table class="matrix">
<thead><tr><th scope="col">Operation</th>${concerns.map((concern) => html`<th scope="col">${concern}</th>`)}</tr></thead>
<tbody>${rows
    .filter((row) => !empty.includes(row))
    .map(
      (row) => html`<tr><th scope="row"><a href="#${anchorOf(row)}">${row}</a><small>${routeOf(row)}</small></th>
${concerns.map((concern) => renderCell(row, concern, places.get(row)?.get(concern) ?? []))}</tr>`,
    )}</tbody>
</table>
</div>
${empty.length === 0 ? "" : html`<p class="dim">Without a check in this run: ${empty.join(", ")}.</p>`}
${legend}
</section>`;
}

/** The verdict of a cell is the first of these that one of its checks has. */
const order: readonly ReportedVerdict[] = ["fail", "warn", "broken", "inconclusive", "pass", "skip"];

function renderCell(row: Row, concern: Concern, placed: readonly Placed[]): Html {
  const verdict = order.find((each) => placed.some((check) => check.verdict === each));
  if (verdict === undefined) return html`<td class="empty"><span class="unseen">no check</span></td>`;
  const count = placed.filter((check) => check.verdict === verdict).length;
  const shown = count === placed.length ? `${count}` : `${count}/${placed.length}`;
  const isPart = verdict === "pass" && count < placed.length;
  return html`<td class="cell ${verdict}${isPart ? " part" : ""}"><a href="#${anchorOf(row, concern)}"><span class="unseen">${row}, ${concern}: </span><b aria-hidden="true">${signs[verdict].sign}</b><span class="wide-only">&nbsp;${shown}</span><span class="unseen"> ${signs[verdict].words}</span></a></td>`;
}

const legendOf = (className: string, sign: string, words: string) =>
  html`<li><span class="cell ${className}" aria-hidden="true"><b>${sign}</b></span> ${words}</li>`;
const legend = html`<ul class="legend" aria-label="Signs">${order.map((verdict) => legendOf(verdict, signs[verdict].sign, signs[verdict].words))}
${legendOf("pass part", signs.pass.sign, "passed in part")}${legendOf("empty", "", "nothing to judge")}</ul>`;
