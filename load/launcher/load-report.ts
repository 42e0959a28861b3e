/** The report of a load run: the suite's own, with its series over time. */

import type { Report, Result } from "../../conformance/model/report.ts";
import { type Judged, unjudged } from "../../conformance/model/verdict.ts";
import { type Assembly, reportOf } from "../../conformance/run/assemble-report.ts";
import { seriesOf } from "./series.ts";

export interface LoadAssembly extends Assembly {
  /** The command that does the same again: `fpk load limit --target t.json --seed 4`. */
  readonly again: string;
}

/** Bodies of so many exchanges are kept, besides those that prove a result: a report is to be opened. */
const mostBodies = 2000;

export function loadReportOf(assembly: LoadAssembly): Report {
  const report = reportOf(assembly);
  const results = report.results.map((one) => (one.replay === undefined ? one : { ...one, replay: assembly.again }));
  return {
    ...report,
    summary: summaryOf(report),
    results,
    exchanges: withFewerBodies(report, results),
    series: seriesOf(assembly.exchanges),
  };
}

/** A threshold of the script stands in no section of the document. */
const isThreshold = ({ section }: Result) => section === "";

function summaryOf({ summary, conclusion, results, clauses }: Report): string {
  const crossed = results.filter((one) => one.verdict === "fail" && isThreshold(one)).length;
  if (conclusion !== "violates" || crossed === 0) return summary;
  const failed = results.filter((one) => one.verdict === "fail" && !isThreshold(one) && one.level === "stated");
  const stated = new Set(failed.map(({ clause }) => clause)).size;
  const what = [
    ...(stated === 0 ? [] : [`${stated} stated clause${stated === 1 ? "" : "s"}`]),
    `${crossed} threshold${crossed === 1 ? "" : "s"} of the script`,
  ].join(" and ");
  return `violates ${what}; judged: ${clauses.judged} of ${clauses.stated} stated clauses`;
}

function withFewerBodies({ exchanges }: Report, results: readonly Result[]): Report["exchanges"] {
  if (exchanges.length <= mostBodies) return exchanges;
  const proofs = new Set(results.flatMap((one) => one.exchanges));
  return exchanges.map((record) => {
    const { response } = record;
    if (record.index < mostBodies || proofs.has(record.index) || response === undefined || response.body === "") {
      return record;
    }
    const bodyBytes = response.bodyBytes ?? Buffer.byteLength(response.body);
    return { ...record, response: { ...response, body: "", isCut: true, bodyBytes } };
  });
}

/** k6 itself failed: nobody's clause, and not the target's fault. */
export const brokenK6 = (message: string): Judged => ({
  check: { id: "k6", clause: "k6", claim: "k6 runs the script to its end" },
  verdict: unjudged("broken", message),
});
