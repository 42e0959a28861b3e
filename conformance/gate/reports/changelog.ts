/** The changes as a section of a changelog, in Markdown. */
import { plain } from "../../reports/markup.ts";
import { sunsetAdvice } from "../policy/deprecation.ts";
import type { GateChange, GateReport } from "./report.ts";
import { bySentence } from "./same-sentence.ts";
import { list } from "./terminal.ts";

const sections = ["Breaking", "Added", "Changed", "Deprecated", "Removed"] as const;

/** By the rule, whose name says what happened; what its name does not say is a change of something that stayed. */
function sectionOf({ kind, rule }: GateChange): (typeof sections)[number] {
  if (kind === "breaking") return "Breaking";
  if (/\.(added|added-required|shown|named)$/.test(rule)) return "Added";
  if (rule === "deprecated" || rule === "deprecation.notice") return "Deprecated";
  return /\.(removed|removed-required|hidden|dropped)$/.test(rule) ? "Removed" : "Changed";
}

/** The first line. */
export const changelogMarker = "<!-- fpk-gate changelog -->";

/** Each change once; editorial ones are left out. The heading is HEAD's version, if it is a new one. */
export function renderChangelog(report: GateReport): string {
  const { changes, base, head } = report;
  const heading = head.version === base.version ? "Unreleased" : head.version;
  const blocks = sections.flatMap((title) => {
    const own = changes.filter((change) => change.kind !== "editorial" && sectionOf(change) === title);
    const lines = bySentence(own).map((change) => lineOf(change, report.for));
    return lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];
  });
  const none = base.version === undefined ? "The first version." : "No change for those who call it.";
  return `${[`${changelogMarker}\n\n## ${heading}`, ...(blocks.length === 0 ? [none] : blocks)].join("\n\n")}\n`;
}

/** Whether something was renamed is a question to those who changed the contract. */
const guess = /; renamed\? .+? → [^;]+/;

/** Where both parties count, a line says whom the change breaks if it is only one of them. */
function lineOf({ kind, clients, implementers, text, operations }: GateChange, party: GateReport["for"]): string {
  const [only] = operations;
  const isNamed = operations.length === 0 || (operations.length === 1 && text.includes(only ?? ""));
  const isForOne = kind === "breaking" && party === "everybody" && clients !== implementers;
  const whom = isForOne ? `for ${clients === "breaking" ? "clients" : "implementers"}: ` : "";
  return `- ${whom}${plain(text.replace(sunsetAdvice, "").replace(guess, ""))}${isNamed ? "" : ` (${plain(list(operations))})`}`;
}
