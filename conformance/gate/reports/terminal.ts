/** The gate's report as a person reads it in a terminal or a log; the last line is the summary. */
import picocolors from "picocolors";
import { visible } from "../../../cli/visible-text.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { Effects, Kind, Place, TouchedClause } from "../judge/change.ts";
import type { WithIt } from "../ledger/with-it.ts";
import { type GateChange, type GateReport, plural } from "./report.ts";

const mostListed = 8;

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
    ...report.implementations.flatMap((one) => [...implementation(one, colours.red, colours.green), ""]),
    ...(report.version === undefined
      ? []
      : [`${report.version.isEnough ? " " : colours.red("✗")} version    ${visible(report.version.text)}`]),
    ...(report.changes.length === 0 ? [] : [`  with it    ${withItText(report.withIt)}`]),
    ...silent(report.changes).map((line) => `${colours.yellow("!")} ledger     ${line}`),
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
    ...(change.clauses.length === 0 ? [] : [aside("touches", list(change.clauses.map(clauseText)))]),
    ...(change.notInLedger.length === 0 ? [] : [aside("", `not in the ledger: ${list(change.notInLedger)}`)]),
  ];
}

const aside = (name: string, text: string) => `    ${name.padEnd(8)} ${visible(text)}`;

export const effectsText = ({ clients, implementers }: Effects) => `clients ${clients} · implementers ${implementers}`;

export const shownPlace = ({ file, line, pointer }: Place) => `${file}:${line} ${pointer || "(the document)"}`;

export function clauseText({ id, section, checks }: TouchedClause): string {
  return `${id} §${section}${checks.length === 0 ? "" : ` (${checks.join(", ")})`}`;
}

/** A few by name, the others by number. */
export function list(names: readonly string[]): string {
  const rest = names.length - mostListed;
  return rest <= 1 ? names.join(", ") : `${names.slice(0, mostListed).join(", ")} and ${rest} more`;
}

export function withItText({ ledger, overlay, suite, clauses }: WithIt): string {
  const moved = clauses.length === 0 ? "" : ` (${list(clauses)})`;
  return `ledger ${ledger}${moved} · overlay ${overlay} · suite ${suite}`;
}

/** What is stated and changed, while the ledger says what it said. */
export function silent(changes: readonly GateChange[]): readonly string[] {
  const count = changes.filter(({ isLedgerSilent }) => isLedgerSilent).length;
  if (count === 0) return [];
  return [`${plural(count, "stated change")} without a change of the clauses in the ledger`];
}

function implementation(
  one: Implementation,
  red: (text: string) => string,
  green: (text: string) => string,
): readonly string[] {
  const name = `${one.name} (${one.baseUrl})`;
  const verdict = one.stopsConforming
    ? `${red("✗ implementation")} ${visible(name)} would stop conforming`
    : `${green("✓ implementation")} ${visible(name)} goes on as before`;
  return [
    `${verdict}; ${plural(one.judged, "exchange")} judged again`,
    ...one.lapses.map((lapse) => {
      const by = lapse.check ?? "contract";
      const how = lapse.level === "implied" ? " (implied: a warning)" : "";
      return aside(
        "",
        `${by}: expected ${lapse.expected}; actual ${lapse.actual}${how}; ${list(lapse.operations)}, ${plural(lapse.exchanges.length, "exchange")}`,
      );
    }),
    ...(one.unseen.length === 0 ? [] : [aside("not seen", list(one.unseen))]),
  ];
}
