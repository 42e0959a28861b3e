/** The section on what was not judged, with the reasons, and the lines to add to the target file. */
import { plural } from "../../../cli/plural.ts";
import type { Role } from "../../cases/case.ts";
import { limitSwitchedOff } from "../../model/rate-limit.ts";
import type { Report, Result } from "../../model/report.ts";
import { missingRoleHint } from "../../run/discovery/roles.ts";
import { skippedBecause } from "../terminal-causes.ts";
import { byMessage } from "../terminal-groups.ts";
import { type Html, html, prose, sentence } from "./html.ts";
import { badge } from "./signs.ts";

export function renderUnjudged(report: Report): Html {
  const { results, clauses } = report;
  const ofVerdict = (verdict: Result["verdict"]) => results.filter((result) => result.verdict === verdict);
  const skipped = ofVerdict("skip").map((result) => ({
    ...result,
    message: skippedBecause(report, result.id) ?? result.message,
  }));
  const open = [...ofVerdict("broken"), ...ofVerdict("inconclusive"), ...skipped];
  const named = new Set(open.map(({ clause }) => clause));
  const others = clauses.unjudged.filter(({ clause }) => !named.has(clause));
  if (open.length === 0 && others.length === 0) return html``;
  return html`<section aria-labelledby="unjudged"><h2 id="unjudged">Not judged <span class="count">${open.length || others.length}</span></h2>
<ul class="reasons">${byMessage(open).map(([message, group]) => renderReason(report, message, group))}</ul>
${
  others.length === 0
    ? undefined
    : html`<details class="plain"><summary>${plural(others.length, "stated clause")} that no check of this run judges</summary>
<ul>${others.map(({ clause, section, reason }) => html`<li><code>${clause}</code> §${section}: ${reason}</li>`)}</ul></details>`
}</section>`;
}

/** More ids are shown after a click. */
const maxIds = 8;

function renderReason(report: Report, message: string, group: readonly Result[]): Html {
  const line = targetLine(report, message);
  const ids = html`${group.map(({ id, claim }) => html`<li><code>${id}</code> <small>${prose(claim)}</small></li>`)}`;
  return html`<li>${badge(group[0]?.verdict ?? "skip")}<div><p>${sentence(message.split("\n")[0] ?? "")}</p>
${line === undefined ? undefined : html`<div class="command"><span>Add</span><pre tabindex="0">${line}</pre></div>`}
${group[0]?.verdict === "broken" ? html`<p class="dim">An error in this suite, not in the target; please report it.</p>` : undefined}
${group.length > maxIds ? html`<details class="plain"><summary>${plural(group.length, "check")}</summary><ul>${ids}</ul></details>` : html`<ul>${ids}</ul>`}</div></li>`;
}

/** For each role the entry that the target file lacks: the variable of the token, the organization, and other properties. */
const credentials: Readonly<Record<Role, readonly [variable: string, organization: 1 | 2, more: object]>> = {
  key: ["KEY_A", 1, {}],
  "second-key": ["KEY_A2", 1, {}],
  session: ["SESSION", 1, { kind: "session" }],
  expired: ["EXPIRED", 1, { expired: true }],
  denied: ["DENIED", 1, { denied: ["listFeatures"] }],
  "other-organization": ["KEY_B", 2, {}],
};
const roles = Object.keys(credentials) as Role[];

/** The line to add to the target file. The first organization is the one with the most requests, if it is known. */
function targetLine({ requests }: Report, message: string): string | undefined {
  if (message === limitSwitchedOff) return '"rateLimit": { "limit": 100, "windowSeconds": 60 }';
  const role = roles.find((each) => message.startsWith(`needs ${missingRoleHint[each]}: add one`));
  if (role === undefined) return undefined;
  const [variable, organization, more] = credentials[role];
  const known = Object.entries(requests.byOrganization).filter(([name]) => name !== "(none)");
  const [main] = known.sort(([, a], [, b]) => b - a)[0] ?? ["org_1"];
  const org = organization === 1 ? main : "org_2";
  return JSON.stringify({ token: `\${${variable}}`, kind: "api-key", org, ...more }, null, 1).replace(/\n\s*/g, " ");
}
