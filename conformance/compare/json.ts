/** A comparison as JSON. `comparisonVersion` changes when a key gets another meaning. */
import type { CheckRow, Comparison } from "./compare.ts";

export function renderJson({ reports, different, partlyJudged, ...rest }: Comparison): string {
  const value = {
    comparisonVersion: 2,
    reports: reports.map(({ name, report: { conclusion, summary, target, startedAt, seconds } }) => ({
      name,
      conclusion,
      summary,
      baseUrl: target.baseUrl,
      startedAt,
      seconds,
    })),
    different: different.map(withVerdicts),
    partlyJudged: partlyJudged.map(withVerdicts),
    ...rest,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Null where the run did not have the check. */
const withVerdicts = ({ results, ...row }: CheckRow) => ({
  ...row,
  results: results.map((result) =>
    result === undefined ? null : { verdict: result.verdict, message: result.message },
  ),
});
