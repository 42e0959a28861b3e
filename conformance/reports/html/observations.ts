/** The section on what the target chose where the document is silent. */
import { findClause } from "../../../spec/ledger.ts";
import type { Observation, Report } from "../../model/report.ts";
import { type Html, html, prose } from "./html.ts";

/** A longer choice is cut; the JSON report has all of it. */
const maxLength = 600;

export function renderObservations({ observations }: Report): Html {
  const seen = observations.filter(({ choice, contradiction }) => choice !== "" || contradiction !== undefined);
  const unseen = observations.filter((observation) => !seen.includes(observation));
  if (seen.length === 0) return html``;
  const contradictions = seen.filter(({ contradiction }) => contradiction !== undefined);
  return html`<section aria-labelledby="silent"><h2 id="silent">Where the document is silent</h2>
<p class="dim">What this target chose. None of it is judged.</p>
${contradictions.map(({ section, clause, contradiction }) => html`<p class="contradiction"><b>The target contradicts itself</b>, §${section} <code>${clause}</code>: ${contradiction}</p>`)}
<div class="scroll" tabindex="0" role="group" aria-labelledby="silent"><table class="choices">
<thead><tr><th scope="col">The document leaves open</th><th scope="col">This target</th></tr></thead>
<tbody>${seen.map(renderRow)}</tbody></table></div>
${unseen.length === 0 ? undefined : html`<details class="plain"><summary>Not seen in this run: ${unseen.length}</summary><ul>${unseen.map(({ clause, section, unobserved }) => html`<li>${questionOf(clause)} <small>§${section}</small> ${unobserved}</li>`)}</ul></details>`}
</section>`;
}

const renderRow = ({ clause, section, choices }: Observation): Html =>
  html`<tr><th scope="row">${questionOf(clause)} <small>§${section}</small></th><td>${
    choices.length === 1
      ? shorten(choices[0] ?? "")
      : html`<ul>${choices.map((choice) => html`<li>${shorten(choice)}</li>`)}</ul>`
  }</td></tr>`;

/** What the document leaves open, in the ledger's words. */
export const questionOf = (clause: string) => prose(findClause(clause)?.text ?? clause);
const shorten = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
