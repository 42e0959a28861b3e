/** The changes as a section of a changelog, in Markdown. */
import { plain } from "../../reports/markup.ts";
import type { GateChange, GateReport } from "./report.ts";
import { list } from "./terminal.ts";

const sections: readonly (readonly [string, (change: GateChange) => boolean])[] = [
  ["Breaking", ({ kind }) => kind === "breaking"],
  ["Deprecated", ({ rule }) => rule === "deprecated"],
  ["Added", ({ kind }) => kind === "additive"],
];

/** The first line. */
export const changelogMarker = "<!-- fpk-gate changelog -->";

/** Each change once, in the first section that takes it; editorial ones are left out. The heading is HEAD's version. */
export function renderChangelog({ changes, head }: GateReport): string {
  const sectionOf = (change: GateChange) => sections.find(([, takes]) => takes(change))?.[0];
  const blocks = sections.flatMap(([title]) => {
    const lines = changes.filter((change) => change.kind !== "editorial" && sectionOf(change) === title).map(lineOf);
    return lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];
  });
  return `${[`${changelogMarker}\n\n## ${head.version}`, ...(blocks.length === 0 ? ["No change for those who call it."] : blocks)].join("\n\n")}\n`;
}

function lineOf({ text, operations }: GateChange): string {
  const [only] = operations;
  const isNamed = operations.length === 0 || (operations.length === 1 && text.includes(only ?? ""));
  return `- ${plain(text)}${isNamed ? "" : ` (${plain(list(operations))})`}`;
}
