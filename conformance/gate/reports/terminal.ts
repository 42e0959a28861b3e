/** The gate's report for a terminal or a log; the last line is the summary. */

import picocolors from "picocolors";
import { plural } from "../../../cli/plural.ts";
import { visible } from "../../../cli/visible-text.ts";
import { isBinding } from "../../../spec/level.ts";
import type { Place } from "../document/place.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { AffectedClause } from "../judge/change.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import { headline, wayOut } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";

const maxListed = 8;

export function renderTerminal(report: GateReport, { colour }: { readonly colour: boolean }): string {
  const { red, yellow, green, dim } = picocolors.createColors(colour);
  const headOf = (change: GateChange) => {
    const text = headline(change);
    if (change.allowed !== undefined) return yellow(`! ${text}`);
    return { breaking: red(`✗ ${text}`), additive: green(`+ ${text}`), editorial: dim(`· ${text}`) }[change.kind];
  };
  const { version } = report;
  const exit = wayOut(report);
  const lines = [
    `${report.base.name} → ${report.head.name}${report.for === "everybody" ? "" : `, for ${report.for}`}${policyText(report)}`,
    "",
    ...report.problems.flatMap(({ severity, message, place, rule }) => [
      `${severity === "error" ? red("✗ document ") : yellow("! document ")} ${visible(message)}`,
      aside("at", shownPlace(place)),
      aside("rule", rule),
      "",
    ]),
    ...report.changes.flatMap((change) => [`${headOf(change)}: ${visible(change.text)}`, ...asides(change), ""]),
    ...report.implementations.flatMap((each) => {
      const head = each.stopsConforming ? red("✗ implementation") : green("✓ implementation");
      return [`${head} ${implementationText(each)}`, ...implementationAsides(each), ""];
    }),
    ...(version === undefined
      ? []
      : [
          `${version.isEnough ? " " : red("✗")} version    ${visible(version.text)} (${visible(shownPlace(version.place))})`,
        ]),
    ...(report.changes.length === 0 ? [] : [`  together   ${companionsText(report.withIt)}`]),
    ...ledgerWarnings(report.changes).map((line) => `${yellow("!")} ledger     ${line}`),
    ...(exit === undefined ? [] : [`  for whom   ${exit}`]),
    `${report.exitCode === 0 ? green("✓") : red("✗")} ${visible(report.summary)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** A changed policy is said: it decides about its own change. */
export const policyText = ({ policy }: GateReport) =>
  policy === undefined ? "" : `, by ${policy.file}${policy.isChanged ? ", which changed, too" : ""}`;

export const allowedText = ({ allowed = "", until }: GateChange) =>
  `${allowed}${until === undefined ? "" : ` (until ${until})`}`;

function asides(change: GateChange): readonly string[] {
  const { kind, operations, head, base, clauses, notInLedger, allowed } = change;
  return [
    ...(allowed === undefined ? [] : [aside("allowed", allowedText(change))]),
    ...(kind === "editorial" || operations.length === 0 ? [] : [aside("in", list(operations))]),
    aside("at", shownPlace(head)),
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

/** What was changed together with the contract. */
export function companionsText({ ledger, overlay, suite, clauses }: CompanionChanges): string {
  const changed = clauses.length === 0 ? "" : ` (${list(clauses)})`;
  return `ledger ${ledger}${changed} · overlay ${overlay} · suite ${suite}`;
}

/** A warning where changes affect stated clauses that were not changed in the ledger. */
export function ledgerWarnings(changes: readonly GateChange[]): readonly string[] {
  const count = changes.filter(({ isLedgerSilent }) => isLedgerSilent).length;
  return count === 0 ? [] : [`${plural(count, "change")} of stated clauses, which were not changed in the ledger`];
}

function implementationText({ name, baseUrl, stopsConforming, judged }: Implementation): string {
  const verdict = stopsConforming ? "would stop conforming" : "would still conform";
  return `${visible(`${name} (${baseUrl})`)} ${verdict}; ${plural(judged, "exchange")} judged again`;
}

const implementationAsides = ({ lapses, unseen }: Implementation) => [
  ...lapses.map(({ check = "contract", level, expected, actual, operations, exchanges }) => {
    const what = `expected ${expected}; actual ${actual}${isBinding(level) ? "" : " (implied: a warning)"}`;
    return aside("", `${check}: ${what}; ${list(operations)}, ${plural(exchanges.length, "exchange")}`);
  }),
  ...(unseen.length === 0 ? [] : [aside("not seen", list(unseen))]),
];
