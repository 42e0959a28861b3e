/** The report as JSON, as `report.schema.json` describes it. */
import type { Report } from "../model/report.ts";

/** Where a text is whole that another format shortens, and how to get it. */
export const inJsonReport = "in the JSON report (--report report.json writes it)";

/** With more exchanges than this each is one line, because a million of them, indented, would not fit into one string. */
const maxIndented = 50_000;

export function renderJson(report: Report): string {
  const { exchanges, ...rest } = report;
  if (exchanges.length <= maxIndented) return `${JSON.stringify(report, null, 2)}\n`;
  const lines = exchanges.map((exchange) => `    ${JSON.stringify(exchange)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "exchanges": [\n${lines}\n  ]\n}\n`;
}
