/** The report as JSON, as `report.schema.json` describes it. */
import type { Report } from "../model/report.ts";

export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
