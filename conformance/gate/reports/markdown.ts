/** The gate's report as a comment on a pull request, or a job's summary. */
import type { Implementation } from "../implementations/rejudge.ts";
import type { Place } from "../judge/change.ts";
import { code, plain } from "./markup.ts";
import type { GateChange, GateReport } from "./report.ts";
import { list, silent, withItText } from "./terminal.ts";

/** By this line a workflow finds its earlier comment, to write over it. */
export const marker = "<!-- fpk-gate -->";

const signs = { breaking: "🔴 breaking", additive: "🟢 additive", editorial: "⚪ editorial" } as const;

/** GitHub refuses a comment of more than 65 536 characters; so many rows are tried, until it is shorter than this. */
const mostCharacters = 60_000;
const rowsTried = [200, 50, 10, 0];

export function renderMarkdown(report: GateReport): string {
  for (const rows of rowsTried) {
    const text = render(report, rows);
    if (text.length < mostCharacters) return text;
  }
  return `${marker}\n## Contract gate: ${plain(report.summary)}\n`;
}

function render(report: GateReport, mostRows: number): string {
  const blocks = [
    [marker, `## ${report.exitCode === 0 ? "✅" : "❌"} Contract gate: ${plain(report.summary)}`],
    [`${code(report.base.name)} → ${code(report.head.name)}${report.for === "everybody" ? "" : `, for ${report.for}`}`],
    report.allowed === undefined ? [] : [`**Allowed:** ${plain(report.allowed)}`],
    report.problems.length === 0
      ? []
      : [
          "**The document**",
          "",
          ...report.problems.map(
            (one) => `- ${one.severity}: ${plain(one.message)} (${code(one.rule)}, ${placeText(one.place)})`,
          ),
        ],
    changesTable(report.changes, mostRows),
    report.implementations.flatMap(implementationLines),
    [
      ...(report.version === undefined
        ? []
        : [`- ${report.version.isEnough ? "" : "❌ "}${plain(report.version.text)}`]),
      ...(report.changes.length === 0 ? [] : [`- With it: ${plain(withItText(report.withIt))}`]),
      ...silent(report.changes).map((line) => `- ⚠️ ${line}`),
    ],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function changesTable(changes: readonly GateChange[], mostRows: number): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.slice(0, mostRows).map((change) => {
    const { operations, head, clauses, notInLedger, clients, implementers } = change;
    const touched = [
      ...clauses.map(({ id }) => code(id)),
      ...notInLedger.map((name) => `${code(name)} (not in the ledger)`),
    ];
    const where = [list(operations.map(code)), head === undefined ? "" : placeText(head)].filter((text) => text !== "");
    return `| ${signs[change.kind]} | ${plain(change.text)} | ${clients} | ${implementers} | ${where.join("<br>")} | ${list(touched)}${change.isLedgerSilent ? "<br>⚠️ the ledger is as it was" : ""} |`;
  });
  const rest = changes.length - mostRows;
  return [
    "| | Change | Clients | Implementers | Where | Touches |",
    "|---|---|---|---|---|---|",
    ...rows,
    ...(rest > 0 ? ["", `… and ${rest} more, all in the JSON report`] : []),
  ];
}

function implementationLines(one: Implementation): readonly string[] {
  const verdict = one.stopsConforming ? "❌ would stop conforming" : "✅ goes on as before";
  return [
    `**${plain(one.name)}** ${verdict} (${one.judged} exchanges judged again${one.unseen.length === 0 ? "" : `; not seen: ${list(one.unseen.map(code))}`})`,
    ...one.lapses.map(
      ({ check, level, expected, actual, operations }) =>
        `- ${code(check ?? "contract")}${level === "implied" ? " (implied)" : ""}: expected ${plain(expected)}; actual ${plain(actual)} (${list(operations.map(code))})`,
    ),
    "",
  ];
}

const placeText = ({ file, line, pointer }: Place) =>
  `${code(`${file}:${line}`)} ${pointer === "" ? "" : code(pointer)}`.trim();
