/** The gate's report as GitHub's workflow commands, which annotate the lines of the contract. */
import { join, relative, resolve } from "node:path";
import { workflowCommand } from "../../reports/workflow-commands.ts";
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
  const lines = placedFindings(report).map(({ rule, level, message, place }) =>
    workflowCommand(level, { title: `fpk gate, ${rule}`, at: { file: fileOf(place.file), line: place.line } }, message),
  );
  return lines.map((line) => `${line}\n`).join("");
}
