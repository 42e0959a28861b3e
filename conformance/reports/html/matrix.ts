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
<p class="dim">Each cell leads to its checks: those that judged a response of the operation, or are about it.<span class="wide-only"> A number says how many of them have the sign before it.</span></p>
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

/** The verdict of a cell is the first of these that one of its checks has; a narrow page shows only this one. */
const order: readonly ReportedVerdict[] = ["fail", "warn", "broken", "inconclusive", "pass", "skip"];

function renderCell(row: Row, concern: Concern, placed: readonly Placed[]): Html {
  const countOf = (verdict: ReportedVerdict) => placed.filter((check) => check.verdict === verdict).length;
  const [first, ...others] = order.filter((verdict) => countOf(verdict) > 0);
  if (first === undefined) return html`<td class="empty"><span class="unseen">no check</span></td>`;
  const isPart = first === "pass" && others.length > 0;
  const counted = (verdict: ReportedVerdict) =>
    html`<b aria-hidden="true">${signs[verdict].sign}</b><span class="wide-only">&#8239;${countOf(verdict)}</span><span class="unseen"> ${signs[verdict].words}</span>`;
  return html`<td class="cell ${first}${isPart ? " part" : ""}"><a href="#${anchorOf(row, concern)}"><span class="unseen">${row}, ${concern}: </span><span>${counted(first)}</span>${others.map((verdict) => html`<span class="wide-only"><span class="unseen">, </span>${counted(verdict)}</span>`)}</a></td>`;
}

const legendOf = (className: string, sign: string, words: string) =>
  html`<li><span class="cell ${className}" aria-hidden="true"><b>${sign}</b></span> ${words}</li>`;
const legend = html`<ul class="legend" aria-label="Signs">${order.map((verdict) => legendOf(verdict, signs[verdict].sign, verdict === "warn" ? "known, or implied and not held" : signs[verdict].words))}
${legendOf("pass part", signs.pass.sign, "passed, and others not judged")}${legendOf("empty", "", "nothing to judge")}</ul>`;
