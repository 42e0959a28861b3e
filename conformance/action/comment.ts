/** The pull request comments of `action.yml` that the gate does not write itself. */
import { levelName } from "../../spec/level.ts";
import { code, plain } from "../gate/reports/markup.ts";
import type { Report } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";

/** The first line, by which a workflow finds its earlier comment to replace it. */
const markerOf = (mode: string) => `<!-- fpk-${mode} -->`;

const maxFailures = 30;

/** `report` is valid by its schema. */
export function checkComment(report: unknown): string {
  const { conclusion, summary, target, results, requests, seconds } = report as Report;
  const sign = { conforms: "✅", violates: "❌", inconclusive: "⚠️" }[conclusion];
  const failed = results.filter(isViolated);
  const rows = failed
    .slice(0, maxFailures)
    .map(
      ({ id, section, level, claim, message }) =>
        `| ${code(id)} | §${section} ${levelName(level)} | ${plain(claim)} | ${plain(message)} |`,
    );
  return [
    markerOf("check"),
    `## ${sign} Conformance: ${plain(summary)}`,
    "",
    `${code(target.baseUrl)} · ${requests.total} requests · ${seconds} s`,
    ...(rows.length === 0 ? [] : ["", "| Check | Clause | Claim | |", "|---|---|---|---|", ...rows]),
    ...(failed.length > rows.length ? ["", `… and ${failed.length - rows.length} more, all in the JSON report`] : []),
    "",
  ].join("\n");
}

/** The comment where there is no verdict: the last lines of the command's standard error. */
export function noVerdict(mode: string, exitCode: number, stderr: string): string {
  const what = exitCode === 2 ? "wrong usage or configuration" : "could not be judged";
  const lastLines = stderr.trim().split("\n").slice(-5).map(plain);
  return [markerOf(mode), `## ⚠️ fpk ${mode}: ${what}`, "", ...lastLines, ""].join("\n");
}
