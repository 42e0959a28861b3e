/** The gate's report for a terminal or a log; the last line is the summary. */
import picocolors from "picocolors";
import { plural } from "../../../cli/plural.ts";
import { visible } from "../../../cli/visible-text.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { AffectedClause, Effects, Kind, Place } from "../judge/change.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import type { GateChange, GateReport } from "./report.ts";

const maxListed = 8;

export function renderTerminal(report: GateReport, { colour }: { readonly colour: boolean }): string {
  const colours = picocolors.createColors(colour);
  const paint: Record<Kind, (text: string) => string> = {
    breaking: colours.red,
    additive: colours.green,
    editorial: colours.dim,
  };
  const signs: Record<Kind, string> = { breaking: "✗", additive: "+", editorial: "·" };
  const head = (kind: Kind, text: string) => `${paint[kind](`${signs[kind]} ${kind.padEnd(9)}`)} ${visible(text)}`;
  const lines = [
    `${report.base.name} → ${report.head.name}${report.for === "everybody" ? "" : `, for ${report.for}`}`,
    "",
    ...report.problems.flatMap((problem) => [
      `${problem.severity === "error" ? colours.red("✗ document ") : colours.yellow("! document ")} ${visible(problem.message)}`,
      aside("at", shownPlace(problem.place)),
      aside("rule", problem.rule),
      "",
    ]),
    ...report.changes.flatMap((change) => [head(change.kind, change.text), ...asides(change), ""]),
    ...report.implementations.flatMap((each) => [...implementation(each, colours.red, colours.green), ""]),
    ...(report.version === undefined
      ? []
      : [`${report.version.isEnough ? " " : colours.red("✗")} version    ${visible(report.version.text)}`]),
    ...(report.changes.length === 0 ? [] : [`  together   ${companionsText(report.withIt)}`]),
    ...ledgerWarnings(report.changes).map((line) => `${colours.yellow("!")} ledger     ${line}`),
    ...(report.allowed === undefined ? [] : [`  allowed    ${visible(report.allowed)}`]),
    `${report.exitCode === 0 ? colours.green("✓") : colours.red("✗")} ${visible(report.summary)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function asides(change: GateChange): readonly string[] {
  const { operations, head, base } = change;
  return [
    aside("for", effectsText(change)),
    ...(change.kind === "editorial" || operations.length === 0 ? [] : [aside("in", list(operations))]),
    ...(head === undefined ? [] : [aside("at", shownPlace(head))]),
    ...(base === undefined || base.pointer === head?.pointer ? [] : [aside("was at", `${shownPlace(base)} of BASE`)]),
    ...(change.clauses.length === 0 ? [] : [aside("affects", list(change.clauses.map(clauseText)))]),
    ...(change.notInLedger.length === 0 ? [] : [aside("", `not in the ledger: ${list(change.notInLedger)}`)]),
  ];
}

const aside = (name: string, text: string) => `    ${name.padEnd(8)} ${visible(text)}`;

export const effectsText = ({ clients, implementers }: Effects) => `clients ${clients} · implementers ${implementers}`;

export const shownPlace = ({ file, line, pointer }: Place) => `${file}:${line} ${pointer || "(the document)"}`;

export function clauseText({ id, section, checks }: AffectedClause): string {
  return `${id} §${section}${checks.length === 0 ? "" : ` (${checks.join(", ")})`}`;
}

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
  if (count === 0) return [];
  return [`${plural(count, "change")} of stated clauses, which were not changed in the ledger`];
}

function implementation(
  { name, baseUrl, stopsConforming, judged, lapses, unseen }: Implementation,
  red: (text: string) => string,
  green: (text: string) => string,
): readonly string[] {
  const target = `${name} (${baseUrl})`;
  const verdict = stopsConforming
    ? `${red("✗ implementation")} ${visible(target)} would stop conforming`
    : `${green("✓ implementation")} ${visible(target)} would still conform`;
  return [
    `${verdict}; ${plural(judged, "exchange")} judged again`,
    ...lapses.map((lapse) => {
      const by = lapse.check ?? "contract";
      const how = lapse.level === "implied" ? " (implied: a warning)" : "";
      return aside(
        "",
        `${by}: expected ${lapse.expected}; actual ${lapse.actual}${how}; ${list(lapse.operations)}, ${plural(lapse.exchanges.length, "exchange")}`,
      );
    }),
    ...(unseen.length === 0 ? [] : [aside("not seen", list(unseen))]),
  ];
}
