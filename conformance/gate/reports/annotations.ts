/** The gate's report as GitHub's workflow commands, which annotate the lines of the contract. */
import { join, relative, resolve } from "node:path";
import type { Place } from "../document/place.ts";
import type { Source } from "../sources/source.ts";
import { headline, isFailing } from "./for-whom.ts";
import type { GateReport } from "./report.ts";

type Level = "error" | "warning" | "notice";

/** A line for each problem and change. `workspace`: the folder that GitHub's file names are relative to. */
export function renderAnnotations(
  report: GateReport,
  head: Source,
  folder: string,
  workspace: string | undefined,
): string {
  const lines = [
    ...report.problems.map(({ severity, place, message, rule }) => command(severity, place, rule, message)),
    ...report.changes
      .filter(({ kind }) => kind !== "editorial")
      .map((change) => {
        const level = isFailing(change) ? "error" : "notice";
        const message = `${change.text} (${headline(change)})`;
        return command(level, change.head, `${change.kind}: ${change.rule}`, message);
      }),
    ...(report.version?.isEnough === false
      ? [command("error", report.version.place, "info.version", report.version.text)]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join("");

  function command(level: Level, place: Place, title: string, message: string): string {
    return `::${level} file=${property(fileOf(place))},line=${place.line},title=${property(`fpk gate, ${title}`)}::${escaped(message)}`;
  }

  function fileOf({ file }: Place): string {
    const path = head.isInGit ? join(head.root, file) : resolve(folder, file);
    return relative(workspace ?? head.root, path);
  }
}

/** As `@actions/core` escapes them. */
const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string) => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
