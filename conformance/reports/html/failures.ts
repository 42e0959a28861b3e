/** Failures and warnings, sorted by cause: each with its clause, the proof, and the commands that repeat it. */
import { plural } from "../../../cli/plural.ts";
import { findClause } from "../../../spec/ledger.ts";
import type { Report, Result } from "../../model/report.ts";
import { inOrderOfCauses } from "../in-order-of-causes.ts";
import { inJsonReport } from "../json.ts";
import { bindingWithSection, knownText } from "../outcome.ts";
import { exchangesWithin } from "../terminal-failure.ts";
import { unnamedTokensIn } from "../unnamed-tokens.ts";
import { failureAnchor } from "./check-lists.ts";
import { renderDifference } from "./difference.ts";
import { type Html, html, prose, scrollable } from "./html.ts";
import { linksTo, renderProofs } from "./proof.ts";
import { badge } from "./signs.ts";

/** Up to this many failures are all open at first; of more failures only the first one. */
const maxOpen = 3;

type Kind = "failures" | "known" | "warnings";

const belongs: Readonly<Record<Kind, (result: Result) => boolean>> = {
  failures: ({ verdict }) => verdict === "fail",
  known: ({ known }) => known !== undefined,
  warnings: ({ verdict, known }) => verdict === "warn" && known === undefined,
};

const headings: Readonly<Record<Kind, readonly [title: string, intro?: Html]>> = {
  failures: ["Failures"],
  known: [
    "Known failures",
    html`<p class="dim">These do not hold either. The baseline lists them, so they do not fail the run.</p>`,
  ],
  warnings: [
    "Warnings",
    html`<p class="dim">The document implies these clauses and does not state them. They fail the run only with <code>--strict</code>.</p>`,
  ],
};

export function renderFailures(report: Report, kind: Kind): Html {
  const results = inOrderOfCauses(report, report.results).filter(belongs[kind]);
  if (results.length === 0) return html``;
  const [title, intro] = headings[kind];
  const isOpen = (at: number) => kind === "failures" && (results.length <= maxOpen || at === 0);
  return html`<section aria-labelledby="${kind}"><h2 id="${kind}">${title} <span class="count">${results.length}</span></h2>${intro}
${results.map((result, at) => renderFailure(report, result, isOpen(at)))}</section>`;
}

function renderFailure(report: Report, result: Result, isOpen: boolean): Html {
  const { id, claim, verdict, expected, actual, message, replay, curl, judged, failed, known } = result;
  const extent =
    judged !== undefined && failed !== undefined && failed > 1 ? ` · in ${failed} of ${judged} responses` : "";
  return html`<details class="failure ${verdict}" id="${failureAnchor(id)}"${isOpen ? html` open` : undefined}>
<summary>${badge(verdict)} <h3>${prose(claim)}</h3> <span class="aside"><code>${id}</code> ${bindingWithSection(result)}${extent}</span></summary>
${renderRule(result)}
${known && html`<p>In the baseline: <b>${knownText(result)}</b></p>`}
${expected === undefined || actual === undefined ? html`<p>${message}</p>` : renderDifference(expected, actual)}
${renderOthers(result)}
${renderWrite(report, result)}
${renderEvidence(report, result)}
${renderProofs(report, result.exchanges)}
${replay === undefined ? undefined : renderCommand("Again", replay)}
${curl === undefined ? undefined : renderCommand("By hand", curl)}
${renderTokens(report, result)}
${renderCause(report, result)}
</details>`;
}

/** Says by the level whether a rule is the document's or ours. */
const sources = { stated: "The document", implied: "Follows from the document", reading: "Our reading" } as const;

function renderRule({ clause, section, level }: Result): Html | undefined {
  const found = findClause(clause);
  if (found === undefined) return undefined;
  return html`<blockquote class="rule"><p>${prose(found.text)}</p><footer>${sources[level]}, §${section} · <code>${clause}</code></footer></blockquote>`;
}

/** Of more findings of a law only the number is shown. */
const maxFindings = 20;

function renderOthers({ findings = [], expected }: Result): Html | undefined {
  const others = findings.slice(1);
  if (others.length === 0) return undefined;
  const rest = others.length - maxFindings;
  return html`<details class="plain"><summary>${plural(others.length, "other finding")}</summary>
<ul>${others
    .slice(0, maxFindings)
    .map(
      (other) =>
        html`<li>${other.expected === expected ? undefined : html`expected ${other.expected}; actual `}${other.actual} <small>exchange ${linksTo(other.exchanges.slice(0, 10))}</small></li>`,
    )}${rest > 0 ? html`<li class="dim">${rest} more, all ${inJsonReport}</li>` : undefined}</ul></details>`;
}

function renderWrite({ exchanges }: Report, { after }: Result): Html | undefined {
  const write = after === undefined ? undefined : exchanges[after];
  return (
    write &&
    html`<p>The same was right before exchange ${linksTo([write.index])}, <code>${write.request.method} ${write.request.url}</code>.</p>`
  );
}

/** For a proof of several exchanges; for a law over single ones, the summary says in how many of them it failed. */
function renderEvidence(report: Report, { exchanges, failed = 0 }: Result): Html | undefined {
  const proof = exchanges.flatMap((index) => report.exchanges[index] ?? []);
  return proof.length < 2 || failed > 1 ? undefined : html`<p>In ${exchangesWithin(proof)}.</p>`;
}

/** Longer commands would fill the page; the JSON report has them. */
const maxCommand = 4000;

const renderCommand = (label: string, command: string): Html =>
  html`<div class="command"><span>${label}</span>${
    command.length > maxCommand
      ? html`<em>too long to show here; it is ${inJsonReport}</em>`
      : html`<pre${scrollable(command)}>${command}</pre>`
  }</div>`;

/** Says for which token each variable of the command stands, if the target file names no variables. */
const renderTokens = (report: Report, { curl = "" }: Result): readonly Html[] =>
  unnamedTokensIn(curl, report).map(
    ({ label, at }) =>
      html`<p class="dim"><code>$${label}</code> is the token of credentials[${at}] in the target file.</p>`,
  );

function renderCause({ causes = [] }: Report, { id }: Result): Html | undefined {
  const cause = causes.find(({ checks }) => checks.includes(id));
  const others = cause?.checks.filter((check) => check !== id) ?? [];
  if (cause === undefined || (others.length === 0 && cause.hides.length === 0)) return undefined;
  const shared = html`<b>Probably the same cause:</b> ${cause.cause}. Also behind ${linksToChecks(others)}.`;
  const hidden =
    cause.hides.length === 0 ? "" : `Because of it ${plural(cause.hides.length, "check")} could not be judged.`;
  return html`<p>${others.length === 0 ? undefined : shared} ${hidden}</p>`;
}

export const linksToChecks = (ids: readonly string[]): Html =>
  html`${ids.map((id, at) => html`${at === 0 ? "" : ", "}<a href="#${failureAnchor(id)}"><code>${id}</code></a>`)}`;
