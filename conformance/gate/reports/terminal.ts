/** The gate's report for a terminal or a log; the last line is the summary. */

import picocolors from "picocolors";
import { plural } from "../../../cli/plural.ts";
import { visible } from "../../../cli/visible-text.ts";
import { isBinding } from "../../../spec/level.ts";
import type { Place } from "../document/place.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { AffectedClause } from "../judge/change.ts";
import type { Problem } from "../lint/problems.ts";
import { allowEntries } from "./allow-entries.ts";
import { headline, inOrder, isVersionFailing, versionText, waysToPass } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";
import { bySentence, type ShownChange } from "./same-sentence.ts";

const maxListed = 8;

export function renderTerminal(report: GateReport, { colour }: { readonly colour: boolean }): string {
  const { red, yellow, green, dim } = picocolors.createColors(colour);
  const headOf = (change: GateChange) => {
    const text = headline(change);
    if (change.allowed !== undefined) return yellow(`! ${text}`);
    return { breaking: red(`✗ ${text}`), additive: green(`+ ${text}`), editorial: dim(`· ${text}`) }[change.kind];
  };
  const { version } = report;
  const { preface, errors, failing, warnings, others } = inOrder(report);
  const problemLines = (problem: Problem) => linesOfProblem(problem, { colour });
  const changeLines = (change: ShownChange) => [`${headOf(change)}: ${visible(change.text)}`, ...asides(change), ""];
  const lines = [
    `${sourceName(report.base)} → ${sourceName(report.head)}${report.for === "everybody" ? "" : `, for ${report.for}`}${policyText(report)}`,
    "",
    ...[...preface, ...errors].flatMap(problemLines),
    ...bySentence(failing).flatMap(changeLines),
    ...warnings.flatMap(problemLines),
    ...bySentence(others).flatMap(changeLines),
    ...report.implementations.flatMap((each) => {
      const head = each.stopsConforming ? red("✗ implementation") : green("✓ implementation");
      return [`${head} ${implementationText(each)}`, ...implementationAsides(each), ""];
    }),
    ...(version === undefined
      ? []
      : [
          `${isVersionFailing(report) ? red("✗") : " "} version    ${visible(versionText(report))} (${visible(shownPlace(version.place))})`,
        ]),
    ...companionLines(report).map((line) => `  ledger     ${line}`),
    ...waysToPass(report).map((way) => `  to pass    ${way}`),
    ...allowEntries(report).map((line) => `             ${visible(line)}`),
    `${report.exitCode === 0 ? green("✓") : red("✗")} ${visible(report.summary)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** What is wrong with a document, where, and by which rule; the last line is empty. */
function linesOfProblem(
  { severity, message, place, rule }: Problem,
  { colour }: { readonly colour: boolean },
): readonly string[] {
  const { red, yellow } = picocolors.createColors(colour);
  return [
    `${severity === "error" ? red("✗ document") : yellow(`! ${subjectOf(rule)}`)}  ${visible(message)}`,
    aside("at", shownPlace(place)),
    ...(rule in subjects ? [] : [aside("rule", rule)]),
    "",
  ];
}

/** What a problem is about that is not of a linter's rule about the contract: an entry of the policy, or what HEAD is compared with. */
const subjects: Readonly<Record<string, string>> = { policy: "policy  ", base: "base    " };

const subjectOf = (rule: string) => subjects[rule] ?? "document";

/** `main:spec/openapi.yaml @ 7cef0ee`. */
export function sourceName({ name, commit }: GateReport["base"]): string {
  const isNamedByIt = commit === undefined || name.startsWith(commit.slice(0, 7));
  return isNamedByIt ? name : `${name} @ ${commit.slice(0, 7)}`;
}

/** The policy's path, and whether it is BASE's, or was changed and decides about its own change. */
export function policyText({ policy, isByBasePolicy }: GateReport): string {
  if (policy === undefined) return "";
  const changed = policy.isChanged ? ", which changed, too" : "";
  return `, by ${policy.file}${isByBasePolicy ? " of BASE" : changed}`;
}

export const allowedText = ({ allowed = "", until }: GateChange) =>
  `${allowed}${until === undefined ? "" : ` (until ${until})`}`;

export function implementationVerdict({ stopsConforming, unseen }: Implementation): string {
  if (stopsConforming) return "would stop conforming";
  return `would violate nothing new${unseen.length === 0 ? "" : " in what was judged"}`;
}

function asides(change: ShownChange): readonly string[] {
  const { kind, operations, head, otherPlaces, base, clauses, notInLedger, allowed } = change;
  return [
    ...(allowed === undefined ? [] : [aside("allowed", allowedText(change))]),
    ...(kind === "editorial" || operations.length === 0 ? [] : [aside("in", list(operations))]),
    aside("at", shownPlace(head)),
    ...otherPlaces.map((place) => aside("and at", shownPlace(place))),
    ...(kind === "editorial" ? [] : [aside("rule", change.rule)]),
    ...(base === undefined || base.pointer === head.pointer ? [] : [aside("was at", `${shownPlace(base)} of BASE`)]),
    ...(clauses.length === 0 ? [] : [aside("affects", list(clauses.map(clauseText)))]),
    ...(notInLedger.length === 0 ? [] : [aside("", `not in the ledger: ${list(notInLedger)}`)]),
  ];
}

const aside = (name: string, text: string) => `    ${name.padEnd(8)} ${visible(text)}`;

const shownPlace = ({ file, line, pointer }: Place) => `${file}:${line} ${pointer || "(the document)"}`;

const clauseText = ({ id, section, checks }: AffectedClause) =>
  `${id} §${section}${checks.length === 0 ? "" : ` (${checks.join(", ")})`}`;

/** The first names, and the number of the others. */
export function list(names: readonly string[]): string {
  const rest = names.length - maxListed;
  return rest <= 1 ? names.join(", ") : `${names.slice(0, maxListed).join(", ")} and ${rest} more`;
}

/** Whether ledger and suite were changed together with the contract, and what to read if they were not. Empty without a ledger. */
export function companionLines({ changes, withIt }: GateReport): readonly string[] {
  const { ledger, overlay, suite, clauses, file } = withIt;
  if (changes.length === 0 || (ledger !== "changed" && ledger !== "unchanged")) return [];
  const others = Object.entries({ overlay, suite }).filter(([, state]) => state === "changed");
  const names = [...(ledger === "changed" ? [`ledger${clauses.length === 0 ? "" : ` (${list(clauses)})`}`] : [])];
  const together = [...names, ...others.map(([name]) => name)];
  const silent = changes.filter(({ isLedgerSilent }) => isLedgerSilent);
  const asked = [...new Set(silent.flatMap((change) => change.clauses.map(({ id }) => id)))];
  const subject = ledger === "changed" ? "these clauses were" : `${file} was`;
  const verb = asked.length === 1 ? "does" : "do";
  return [
    ...(together.length === 0 ? [] : [`changed together: ${together.join(", ")}`]),
    ...(asked.length === 0 ? [] : [`${subject} not changed: ${verb} ${list(asked)} still say what the contract says?`]),
  ];
}

function implementationText(implementation: Implementation): string {
  const { name, baseUrl, judged } = implementation;
  return `${visible(`${name} (${baseUrl})`)} ${implementationVerdict(implementation)}; ${plural(judged, "exchange")} judged again`;
}

const implementationAsides = ({ lapses, unseen }: Implementation) => [
  ...lapses.map(({ check = "contract", level, expected, actual, operations, exchanges }) => {
    const what = `expected ${expected}; actual ${actual}${isBinding(level) ? "" : " (implied: a warning)"}`;
    return aside("", `${check}: ${what}; ${list(operations)}, ${plural(exchanges.length, "exchange")}`);
  }),
  ...(unseen.length === 0
    ? []
    : [aside("unjudged", `${list(unseen)}: the report has no request to ${unseen.length === 1 ? "it" : "them"}`)]),
];
