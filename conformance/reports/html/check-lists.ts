/** Lists of the checks of each operation, by concern. The cells of the matrix link to them. */
import { plural } from "../../../cli/plural.ts";
import { isViolated } from "../../model/verdict.ts";
import { concerns, hasChecks, type Placed, type Places, type Row, rows } from "./check-places.ts";
import { type Html, html, prose } from "./html.ts";
import { anchorOf, routeOf } from "./matrix.ts";
import { badge } from "./signs.ts";

/** The id of the element with the details of a failed or warned check. */
export const failureAnchor = (id: string) => `check-${id}`;

export const renderCheckLists = (places: Places): Html => html`<section aria-labelledby="checks">
<h2 id="checks">Checks by operation</h2>
${rows.filter((row) => hasChecks(places, row)).map((row) => renderRow(row, places))}
</section>`;

function renderRow(row: Row, places: Places): Html {
  const cells = concerns.flatMap((concern) => {
    const placed = places.get(row)?.get(concern) ?? [];
    return placed.length === 0 ? [] : [{ concern, placed }];
  });
  const all = cells.flatMap(({ placed }) => placed);
  const violated = all.filter(isViolated).length;
  const counts = `${plural(all.length, "check")}${violated === 0 ? "" : `, ${violated} not held`}`;
  return html`<details class="plain" id="${anchorOf(row)}"><summary><h3>${row}</h3> <small>${routeOf(row)}</small> <span class="aside">${counts}</span></summary>
${cells.map(
  ({ concern, placed }) =>
    html`<div id="${anchorOf(row, concern)}" class="checks"><h4>${concern}</h4><ul>${placed.map(renderCheck)}</ul></div>`,
)}</details>`;
}

function renderCheck({ result, verdict }: Placed): Html {
  const { id, claim, section } = result;
  const name = isViolated({ verdict })
    ? html`<a href="#${failureAnchor(id)}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;
  return html`<li>${badge(verdict)}<span>${prose(claim)} <small>${name} §${section}</small></span></li>`;
}
