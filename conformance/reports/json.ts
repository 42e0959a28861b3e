/** The report as JSON, as `report.schema.json` describes it. */
import type { Report } from "../model/report.ts";

/** Of more exchanges than these each is one line: indented, a million of them would not fit into one text. */
const maxIndented = 50_000;

export function renderJson(report: Report): string {
  const { exchanges, ...rest } = report;
  if (exchanges.length <= maxIndented) return `${JSON.stringify(report, null, 2)}\n`;
  const lines = exchanges.map((exchange) => `    ${JSON.stringify(exchange)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "exchanges": [\n${lines}\n  ]\n}\n`;
}
