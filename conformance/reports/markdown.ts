/** The report as a comment on a pull request, or a job's summary, in GitHub's Markdown. */
import { plural } from "../../cli/plural.ts";
import { shorten } from "../../cli/wrap.ts";
import { levelName } from "../../spec/level.ts";
import { countKnown } from "../model/counts.ts";
import type { Report, Result } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { inJsonReport } from "./json.ts";
import { latencyNotesOf, loadRows } from "./load-table.ts";
import { code, fenced, firstThatFits, html, plain } from "./markup.ts";
import { knownText, outcomeOf } from "./outcome.ts";
import { plainResult } from "./plain-result.ts";
import { withoutRepeated } from "./repeated.ts";
import { skippedBecause } from "./terminal-causes.ts";
import { byMessage } from "./terminal-groups.ts";

/** The first line, by which a workflow finds its earlier comment to replace it. */
const marker = "<!-- fpk-check -->";

/** How many results have a row in the table, and how many are described in full: tried until the comment is short enough. */
const limits = [
  { rows: 100, details: 20, others: true },
  { rows: 50, details: 5, others: true },
  { rows: 20, details: 0, others: false },
  { rows: 0, details: 0, others: false },
];
type Limits = (typeof limits)[number];

/** Text from the target is escaped; nothing in it is markup. */
export function renderMarkdown(report: Report): string {
  return firstThatFits(limits, (limit) => render(report, limit)) ?? `${headline(report).join("\n")}\n`;
}

function render(report: Report, limit: Limits): string {
  const blocks = [
    headline(report),
    (report.doubts ?? []).map((doubt) => `- ⚠️ ${plain(doubt)}`),
    causes(report),
    table(report, limit),
    [
      ...loadRows(report).map(([label, text]) => `- ${label}: ${text}`),
      ...latencyNotesOf(report).map((note) => `- ⏱️ ${plain(note)}`),
    ],
    ...(limit.others
      ? [...details(report, limit), skips(report), observations(report), notes(report)]
      : [[`All of it is ${inJsonReport}.`]]),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}

const conclusionSigns = { conforms: "✅", violates: "❌", inconclusive: "⚠️" } as const;

/** Known failures still violate the document. */
export const signOfConclusion = ({ conclusion, results }: Report) =>
  conclusion === "conforms" && countKnown(results) > 0 ? "⚠️" : conclusionSigns[conclusion];

function headline(report: Report): string[] {
  const { summary, target, requests, seconds, suite, seed } = report;
  const judge = `${suite.name} ${suite.version}, contract ${suite.contract}, seed ${seed}`;
  return [
    marker,
    `## ${signOfConclusion(report)} Conformance: ${plain(summary)}`,
    "",
    `${target.baseUrl === "" ? "" : `${code(target.baseUrl)} · `}${plural(requests.total, "request")} · ${seconds.toFixed(1)} s · ${plain(judge)}`,
  ];
}

/** What the table shows: not what passed or was skipped. The worst goes first. */
const signs = { failed: "❌", unjudged: "❓", warning: "⚠️", open: "❔" } as const;

const shown = (report: Report) =>
  Object.entries(signs).flatMap(([outcome, sign]) =>
    withoutRepeated(report)
      .filter((result) => outcomeOf(result) === outcome)
      .map((result) => [sign, result] as const),
  );

function table(report: Report, { rows: max }: Limits): string[] {
  const all = shown(report);
  if (all.length === 0) return [];
  const rows = all.slice(0, max).map(([sign, result]) => {
    const { id, section, level, claim } = result;
    const clause = section === "" ? "the script" : `§${plain(section)} ${levelName(level)}`;
    return `| ${sign} | ${code(id)}<br>${clause} | ${plain(claim)} | ${difference(result)} |`;
  });
  const rest = all.length - rows.length;
  const asking = all.some(([, { section }]) => section === "")
    ? "What the document, or the script, asks"
    : "What the document asks";
  return [
    `| | Check | ${asking} | What was found |`,
    "|---|---|---|---|",
    ...rows,
    ...(rest > 0 ? ["", `… and ${rest} more, all ${inJsonReport}`] : []),
  ];
}

const maxCell = 300;
const cell = (text: string) => plain(shorten(text, maxCell));

function difference(result: Result): string {
  const { expected, actual, message } = result;
  const known = result.known === undefined ? "" : `${plain(knownText(result))}<br>`;
  if (expected === undefined || actual === undefined) return `${known}${cell(message)}`;
  return `${known}expected ${cell(expected)}<br>actual ${cell(actual)}`;
}

function causes({ causes = [] }: Report): string[] {
  if (causes.length === 0) return [];
  return [
    causes.length === 1 ? "**Probable cause**" : "**Probable causes, in the order in which to fix them**",
    "",
    ...causes.map(({ cause, checks, hides }, at) => {
      const hidden = hides.length === 0 ? "" : `; ${plural(hides.length, "check")} skipped because of it`;
      return `${at + 1}. ${plain(cause)} (${checks.map(code).join(", ")}${hidden})`;
    }),
  ];
}

/** With the commands to copy. What could not be judged has all of its message in the table. */
function details(report: Report, { details: max }: Limits): string[][] {
  return shown(report)
    .filter(([, result]) => isViolated(result))
    .slice(0, max)
    .map(([sign, result]) => folded(`${sign} <code>${html(result.id)}</code>`, fenced(plainResult(report, result))));
}

function skips(report: Report): string[] {
  const skipped = report.results
    .filter(({ verdict }) => verdict === "skip")
    .map((result) => ({ ...result, message: skippedBecause(report, result.id) ?? result.message }));
  const lines = byMessage(skipped).map(
    ([reason, results]) => `- ${plain(reason)}: ${results.map(({ id }) => code(id)).join(", ")}`,
  );
  return lines.length === 0 ? [] : folded(`${plural(skipped.length, "check")} skipped`, lines);
}

function observations({ observations }: Report): string[] {
  const seen = observations.filter(({ choice }) => choice !== "");
  if (seen.length === 0) return [];
  const rows = seen.map(({ section, clause, choice, contradiction }) => {
    const twice = contradiction === undefined ? "" : `<br>⚠️ the target contradicts itself: ${cell(contradiction)}`;
    return `| §${plain(section)} | ${code(clause)} | ${cell(choice)}${twice} |`;
  });
  const title = `Where the document is silent, this target made ${plural(seen.length, "choice")}`;
  return folded(title, ["| | Open point | Choice |", "|---|---|---|", ...rows]);
}

/** What is said of the latency stands beside its figures. */
const notes = (report: Report) =>
  report.notes.filter((note) => !latencyNotesOf(report).includes(note)).map((note) => `- ${plain(note)}`);

/** A block that is opened by a click. `summary` is HTML. */
const folded = (summary: string, lines: readonly string[]) => [
  "<details>",
  `<summary>${summary}</summary>`,
  "",
  ...lines,
  "",
  "</details>",
];
