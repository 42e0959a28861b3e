/** The gate's report as GitHub's workflow commands, which annotate the lines of the contract. */
import { join, relative, resolve } from "node:path";
import { workflowCommand } from "../../reports/workflow-commands.ts";
import type { Place } from "../document/place.ts";
import type { Source } from "../sources/source.ts";
import type { GateReport } from "./report.ts";
import { effectsText } from "./terminal.ts";

/** A line for each problem and change. `workspace`: the folder that GitHub's file names are relative to. */
export function renderAnnotations(
  report: GateReport,
  head: Source,
  folder: string,
  workspace: string | undefined,
): string {
  const breaking = report.allowed === undefined ? "error" : "warning";
  const lines = [
    ...report.problems.map(({ severity, place, message, rule }) => command(severity, place, rule, message)),
    ...report.changes
      .filter(({ kind }) => kind !== "editorial")
      .map((change) => {
        const level = change.kind === "breaking" ? breaking : change.isLedgerSilent ? "warning" : "notice";
        const ledger = change.isLedgerSilent ? "; the ledger was not changed" : "";
        const message = `${change.text} (${effectsText(change)}${ledger})`;
        return command(level, change.head, `${change.kind}: ${change.rule}`, message);
      }),
    ...(report.version?.isEnough === false ? [command(breaking, undefined, "info.version", report.version.text)] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");

  function command(
    level: "error" | "warning" | "notice",
    place: Place | undefined,
    rule: string,
    message: string,
  ): string {
    const title = `fpk gate, ${rule}`;
    const at = place === undefined ? {} : { at: { file: fileOf(place), line: place.line } };
    return workflowCommand(level, { title, ...at }, message);
  }

  function fileOf({ file }: Place): string {
    const path = head.isInGit ? join(head.root, file) : resolve(folder, file);
    return relative(workspace ?? head.root, path);
  }
}
