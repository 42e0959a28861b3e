/** The gate's report as a comment on a pull request, or a job's summary. */

import { plural } from "../../../cli/plural.ts";
import { visible } from "../../../cli/visible-text.ts";
import { isBinding } from "../../../spec/level.ts";
import { code, firstThatFits, plain, plainWithCode } from "../../reports/markup.ts";
import type { Place } from "../document/place.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { Problem } from "../lint/problems.ts";
import { allowEntries } from "./allow-entries.ts";
import { headline, inOrder, isVersionFailing, versionText, waysToPass } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";
import { bySentence } from "./same-sentence.ts";
import { allowedText, companionLines, implementationVerdict, list, policyText, sourceName } from "./terminal.ts";

/** The beginning of every comment. */
export const marker = "<!-- fpk-gate ";

/** The first line, by which a workflow finds its earlier comment to replace it; each contract has its own. */
const firstLine = ({ otherPath }: GateReport) => `${marker}${otherPath === undefined ? "" : `${otherPath} `}-->`;

const signs = { breaking: "🔴", additive: "🟢", editorial: "⚪" } as const;
const signOf = (change: GateChange) => (change.allowed === undefined ? signs[change.kind] : "🟡");

/** The numbers of rows that are tried, until the comment is short enough. */
const rowLimits = [200, 50, 10, 0];

export function renderMarkdown(report: GateReport): string {
  const text = firstThatFits(rowLimits, (rows) => render(report, rows));
  return text ?? `${firstLine(report)}\n## Contract gate ${report.conclusion}\n\n${plain(report.summary)}\n`;
}

function render(report: GateReport, maxRows: number): string {
  const { base, head, version } = report;
  const { preface, errors, failing, warnings, others } = inOrder(report);
  const blocks = [
    [firstLine(report), `## ${report.exitCode === 0 ? "✅" : "❌"} Contract gate ${report.conclusion}`],
    [plain(report.summary.replace(/^\w+: /, ""))],
    [
      `${code(sourceName(base))} → ${code(sourceName(head))}${report.for === "everybody" ? "" : `, for ${report.for}`}${plain(policyText(report))}`,
    ],
    problemLines([...preface, ...errors], report),
    changesTable([...failing, ...others], report, maxRows),
    problemLines(warnings, report),
    report.implementations.flatMap(implementationLines),
    [
      ...(version === undefined
        ? []
        : [
            `- ${isVersionFailing(report) ? "❌ " : ""}${plain(versionText(report))} (${placeText(version.place, report.blobUrl)})`,
          ]),
      ...waysToPass(report).map((way) => `- To pass, ${plain(way)}`),
      ...companionLines(report).map((line) => `- Ledger: ${plain(line)}`),
    ],
    fenced(allowEntries(report)),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}

const fenced = (lines: readonly string[]) => (lines.length === 0 ? [] : ["```yaml", ...lines.map(visible), "```"]);

function problemLines(problems: readonly Problem[], { blobUrl }: GateReport): readonly string[] {
  const [first] = problems;
  if (first === undefined) return [];
  const lines = problems.map(
    ({ severity, message, rule, place }) =>
      `- ${severity}: ${plainWithCode(message)} (${code(rule)}, ${placeText(place, blobUrl)})`,
  );
  return [`**Beside the changes: ${plural(problems.length, first.severity)}**`, "", ...lines];
}

/** Of the further places of a change, this many are named in its row: a comment has a maximum length. */
const maxPlaces = 8;

function changesTable(changes: readonly GateChange[], { blobUrl }: GateReport, maxRows: number): readonly string[] {
  if (changes.length === 0) return [];
  const isAffecting = changes.some(({ clauses, notInLedger }) => clauses.length + notInLedger.length > 0);
  const shown = bySentence(changes);
  const rows = shown.slice(0, maxRows).map((change) => {
    const { operations, head, otherPlaces, clauses, notInLedger } = change;
    const affected = [
      ...clauses.map(({ id }) => code(id)),
      ...notInLedger.map((name) => `${code(name)} (not in the ledger)`),
    ];
    const others = otherPlaces.slice(0, maxPlaces).map((place) => `and at ${placeText(place, blobUrl)}`);
    if (otherPlaces.length > maxPlaces) others.push(`and at ${otherPlaces.length - maxPlaces} more places`);
    const where = [list(operations.map(code)), placeText(head, blobUrl), ...others].filter((text) => text !== "");
    return `| ${signOf(change)} ${headline(change)} | ${plainWithCode(change.text)} (${code(change.rule)})${change.allowed === undefined ? "" : `<br>allowed: ${plain(allowedText(change))}`} | ${where.join("<br>")} |${isAffecting ? ` ${list(affected)} |` : ""}`;
  });
  const rest = shown.slice(maxRows).reduce((sum, { otherPlaces }) => sum + 1 + otherPlaces.length, 0);
  return [
    `| | Change | Where |${isAffecting ? " Affects |" : ""}`,
    `|---|---|---|${isAffecting ? "---|" : ""}`,
    ...rows,
    ...(rest > 0 ? ["", `… and ${rest} more, all in the JSON report`] : []),
  ];
}

function implementationLines(implementation: Implementation): readonly string[] {
  const { name, stopsConforming, judged, unseen, lapses } = implementation;
  const verdict = `${stopsConforming ? "❌" : "✅"} ${implementationVerdict(implementation)}`;
  const unjudged = unseen.length === 0 ? "" : `; not judged: ${list(unseen.map(code))}`;
  return [
    `**${plain(name)}** ${verdict} (${judged} exchanges judged again${unjudged})`,
    ...lapses.map(
      ({ check, level, expected, actual, operations }) =>
        `- ${code(check ?? "contract")}${isBinding(level) ? "" : " (implied)"}: expected ${plain(expected)}; actual ${plain(actual)} (${list(operations.map(code))})`,
    ),
    "",
  ];
}

/** `at`: what makes a file's path a link, put before it. */
function placeText({ file, line }: Place, at: string | undefined): string {
  const text = code(`${file}:${line}`);
  return at === undefined ? text : `[${text}](${at}${encodeURI(file)}#L${line})`;
}
