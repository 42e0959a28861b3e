/** The gate's report as GitHub's workflow commands, which annotate the lines of the contract. */
import { join, relative, resolve } from "node:path";
import type { Source } from "../sources/source.ts";
import { placedFindings } from "./findings.ts";
import type { GateReport } from "./report.ts";

/** A line for each finding. `workspace`: the folder that GitHub's file names are relative to. */
export function renderAnnotations(
  report: GateReport,
  head: Source,
  folder: string,
  workspace: string | undefined,
): string {
  const fileOf = (file: string) =>
    relative(workspace ?? head.root, head.isInGit ? join(head.root, file) : resolve(folder, file));
  const lines = placedFindings(report).map(({ rule, level, message, place }) => {
    const properties = `file=${property(fileOf(place.file))},line=${place.line},title=${property(`fpk gate, ${rule}`)}`;
    return `::${level} ${properties}::${escaped(message)}\n`;
  });
  return lines.join("");
}

/** As `@actions/core` escapes them. */
const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string) => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
