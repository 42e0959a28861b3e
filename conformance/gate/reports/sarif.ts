/** The gate's report as SARIF 2.1.0, for GitHub's code scanning and other viewers. */
import { visible } from "../../../cli/visible-text.ts";
import { meaningOf } from "../judge/catalogue.ts";
import { placedFindings } from "./findings.ts";
import type { GateReport } from "./report.ts";

const levels = { error: "error", warning: "warning", notice: "note" } as const;

export function renderSarif(report: GateReport): string {
  const findings = placedFindings(report);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: `${report.suite.name} gate`,
            version: report.suite.version,
            rules: rules.map((id) => ({ id, shortDescription: { text: meaningOf(id) } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map(({ rule, level, message, place, fingerprint }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: levels[level],
          message: { text: visible(message) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(place.file) },
                region: { startLine: place.line },
              },
            },
          ],
          partialFingerprints: { "finding/v1": fingerprint },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}
