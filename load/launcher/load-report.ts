/** The report of a load run: the suite's report with a time series. */

import { plural } from "../../cli/plural.ts";
import { bindingClauses } from "../../conformance/model/counts.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Report, Result } from "../../conformance/model/report.ts";
import { type Judged, unjudged } from "../../conformance/model/verdict.ts";
import { withFewerBodies } from "../../conformance/reports/fewer-bodies.ts";
import { reportOf } from "../../conformance/run/report/assemble-report.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import { loadFigures } from "./load-figures.ts";
import { timeSeries } from "./time-series.ts";

/** `ofScript`: those of the exchanges that the script has sent. */
export function loadReportOf(assembly: Assembly, ofScript: readonly Exchange[]): Report {
  const report = reportOf(assembly);
  const series = timeSeries(ofScript);
  const load = loadFigures(ofScript);
  const summary = withApplyingClauses(summaryOf(report));
  return { ...report, summary, exchanges: withFewerBodies(report), series, ...(load === undefined ? {} : { load }) };
}

/** A scenario is about some clauses only: what it does not judge of all others is no lack. */
const withApplyingClauses = (summary: string): string =>
  summary.replace(/(?:judged: )?(\d+) of \d+ stated clauses(?: judged)?/, (_, judged: string) =>
    judged === "0"
      ? "nothing was judged"
      : `${plural(Number(judged), "clause")} ${judged === "1" ? "applies" : "apply"} here`,
  );

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
