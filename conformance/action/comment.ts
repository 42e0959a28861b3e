/** The comments of `action.yml` that the gate does not write itself. */

import { code, plain } from "../gate/reports/markup.ts";
import type { Report } from "../reports/report.ts";

/** By this line a workflow finds its earlier comment, to write over it. */
export const markerOf = (mode: string) => `<!-- fpk-${mode} -->`;

const mostFailures = 30;

/** `report` is one that its schema has accepted. */
export function checkComment(report: unknown): string {
  const { conclusion, summary, target, results, requests, seconds } = report as Report;
  const sign = { conforms: "✅", violates: "❌", inconclusive: "⚠️" }[conclusion];
  const failed = results.filter(({ verdict }) => verdict === "fail");
  const rows = failed
    .slice(0, mostFailures)
    .map(
      ({ id, section, level, claim, message }) =>
        `| ${code(id)} | §${section} ${level} | ${plain(claim)} | ${plain(message)} |`,
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

/** What there is to say where nothing was judged. */
export function noVerdict(mode: string, exitCode: number, stderr: string): string {
  const what = exitCode === 2 ? "wrong usage or configuration" : "could not be judged";
  const said = stderr.trim().split("\n").slice(-5).join("\n");
  return [markerOf(mode), `## ⚠️ fpk ${mode}: ${what}`, "", plain(said), ""].join("\n");
}
