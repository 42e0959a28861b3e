/** The report of a load run: the suite's report with a time series. */

import { plural } from "../../cli/plural.ts";
import { bindingClauses } from "../../conformance/model/counts.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Report, Result } from "../../conformance/model/report.ts";
import { type Judged, unjudged } from "../../conformance/model/verdict.ts";
import { withFewerBodies } from "../../conformance/reports/fewer-bodies.ts";
import { type Assembly, reportOf } from "../../conformance/run/assemble-report.ts";
import { timeSeries } from "./time-series.ts";

/** `ofScript`: those of the exchanges that the script has sent. */
export function loadReportOf(assembly: Assembly, ofScript: readonly Exchange[]): Report {
  const report = reportOf(assembly);
  const series = timeSeries(ofScript);
  return { ...report, summary: summaryOf(report), exchanges: withFewerBodies(report), series };
}

/** A threshold of the script belongs to no section of the document. */
const isThreshold = ({ section }: Result) => section === "";

function summaryOf({ summary, conclusion, results, clauses }: Report): string {
  const failed = results.filter(({ verdict }) => verdict === "fail");
  const crossed = failed.filter(isThreshold).length;
  if (conclusion !== "violates" || crossed === 0) return summary;
  const what = [
    ...bindingClauses(failed.filter((result) => !isThreshold(result))),
    `${plural(crossed, "threshold")} of the script`,
  ].join(" and ");
  return `violates ${what}; judged: ${clauses.judged} of ${clauses.stated} stated clauses`;
}

/** k6 itself failed, which is no fault of the target. */
export const brokenK6 = (message: string): Judged => ({
  check: { id: "k6", clause: "k6", claim: "k6 runs the script to its end" },
  verdict: unjudged("broken", message),
});
