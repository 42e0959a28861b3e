/** The gate's report in the format of GitLab's code quality, which a merge request shows. */
import { placedFindings } from "./findings.ts";
import type { GateReport } from "./report.ts";

const severities = { error: "blocker", warning: "minor", notice: "info" } as const;

export function renderCodeQuality(report: GateReport): string {
  const issues = placedFindings(report).map(({ rule, level, message, place, fingerprint }) => ({
    description: message,
    check_name: rule,
    fingerprint,
    severity: severities[level],
    location: { path: place.file, lines: { begin: place.line } },
  }));
  return `${JSON.stringify(issues, null, 1)}\n`;
}
