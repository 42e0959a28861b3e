/** The gate's report as SARIF 2.1.0, for GitHub's code scanning and other viewers. */
import { visible } from "../../../cli/visible-text.ts";
import { renderSarifLog, sarifLocation } from "../../reports/sarif-log.ts";
import { meaningOf } from "../judge/catalogue.ts";
import { placedFindings } from "./findings.ts";
import type { GateReport } from "./report.ts";

const levels = { error: "error", warning: "warning", notice: "note" } as const;

export function renderSarif(report: GateReport): string {
  const findings = placedFindings(report);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const { name, version } = report.suite;
  return renderSarifLog({
    tool: {
      driver: {
        name: `${name} gate`,
        version,
        rules: rules.map((id) => ({ id, shortDescription: { text: meaningOf(id) } })),
      },
    },
    results: findings.map(({ rule, level, message, place, fingerprint }) => ({
      ruleId: rule,
      ruleIndex: rules.indexOf(rule),
      level: levels[level],
      message: { text: visible(message) },
      locations: [sarifLocation(encodeURI(place.file), place.line)],
      partialFingerprints: { "finding/v1": fingerprint },
    })),
  });
}
