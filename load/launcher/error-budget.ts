/** The user's error budget, `--max-errors`: within it failed answers are noted, and fail no check that says only that they came. */
import { errorNever5xx } from "../../conformance/laws/errors.ts";
import type { Sequence } from "../../conformance/laws/sequence-law.ts";
import { steadyAnswers } from "../../conformance/laws/steady-answers.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { Judged } from "../../conformance/model/verdict.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { failedRequests } from "./expected-rejections.ts";
import type { ScenarioRun } from "./load-run.ts";
import { howAnswered, judgeErrors, type UserThresholds } from "./user-thresholds.ts";

/** Whether each scenario keeps within the budget; false without one. */
export const keepsBudget = (
  { maxErrorPercent }: Pick<UserThresholds, "maxErrorPercent">,
  runs: readonly ScenarioRun[],
): boolean =>
  maxErrorPercent !== undefined &&
  runs.every(({ result }) => judgeErrors(maxErrorPercent, result).verdict.verdict === "pass");

/** `14 of 1005 requests failed, within --max-errors 2%: 9 × listProducts answered 500, 5 × submitFeedback not answered`. */
export function budgetNotes(
  { maxErrorPercent }: Pick<UserThresholds, "maxErrorPercent">,
  { result }: ScenarioRun,
): readonly string[] {
  if (maxErrorPercent === undefined) return [];
  const failed = failedRequests(result);
  if (failed.length === 0 || judgeErrors(maxErrorPercent, result).verdict.verdict !== "pass") return [];
  const kinds = groupBy(failed, (exchange) => `${exchange.operation} ${howAnswered(exchange)}`)
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [`${others.length + 1} × ${first.operation} ${howAnswered(first)}`],
    );
  return [
    `${failed.length} of ${result.exchanges.length} requests failed, within --max-errors ${maxErrorPercent}%: ${kinds.join(", ")}`,
  ];
}

/**
 * Whether a check says only what the budget allows. After a 5xx `load.answered` does not hold, and after a request without an answer it is
 * open; after a 4xx `load.served` does not. `withoutServerErrors`: what the run sent, except what was answered with a 5xx.
 */
export const saysOnlyErrors = ({ check: { id }, verdict }: Judged, withoutServerErrors: () => Sequence): boolean =>
  verdict.verdict !== "pass" &&
  (id === scenarioChecks.answered.id ||
    id === scenarioChecks.served.id ||
    id === errorNever5xx.id ||
    (id === steadyAnswers.id && steadyAnswers.judge(withoutServerErrors()).verdict !== "fail"));

/** Whether a law says of reads that were sent twice what `load.answered` says of all requests: that some are answered with a 5xx. */
export const restatesErrors = (
  { check: { id } }: Judged,
  reported: readonly Judged[],
  withoutServerErrors: () => Sequence,
): boolean =>
  id === steadyAnswers.id &&
  reported.some(({ check, verdict }) => check.id === scenarioChecks.answered.id && verdict.verdict === "fail") &&
  steadyAnswers.judge(withoutServerErrors()).verdict !== "fail";
