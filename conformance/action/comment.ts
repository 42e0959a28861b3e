/** The pull request's comment of `action.yml` where no report could write it. */
import { plain } from "../reports/markup.ts";

/** The first line, by which a workflow finds its earlier comment to replace it. */
const markerOf = (mode: string, otherPath = "") => `<!-- fpk-${mode} ${otherPath === "" ? "" : `${otherPath} `}-->`;

/** The comment where there is no verdict: the last lines of the command's standard error. `otherPath`: of a contract that has its own comment. */
export function noVerdict(mode: string, exitCode: number, stderr: string, otherPath?: string): string {
  const marker = markerOf(mode, otherPath);
  const lastLines = stderr.trim().split("\n").slice(-5).map(plain);
  const what = exitCode === 2 ? "wrong usage or configuration" : "could not be judged";
  return [marker, `## ⚠️ fpk ${mode}: ${what}`, "", ...lastLines, ""].join("\n");
}
