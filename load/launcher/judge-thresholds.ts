/** Makes results of a script's thresholds, as far as the checks do not already decide them. */
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { fails, type Judged, holds as passes, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { restsOnDeclaredLimit } from "../../conformance/run/declaration/other-limit.ts";
import { findClause } from "../../spec/ledger.ts";
import { boundLevel, isBinding } from "../../spec/level.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { judgedCheck, seenCheckOf, whyNotSeen } from "../in-k6/summary.ts";
import type { Threshold } from "./read-thresholds.ts";

/** The result that a law fails which the scenario claims and the document only implies. */
const failedClaim = {
  id: "load.claim",
  claim: "What the scenario claims holds, also where the document only implies it",
};
export const failedClaimId = failedClaim.id;

/** The metrics of our scripts: a threshold on one of them repeats what a check shows. */
const scenarioMetric = /^fpk_/;

/**
 * A failure for each crossed threshold, unless `checks` already shows it, and a pass for each threshold of a user's script that
 * holds. `claims`: ids of the laws that the scenarios claim to judge.
 */
export function judgeThresholds(
  thresholds: readonly Threshold[],
  checks: readonly Judged[],
  claims: readonly string[] = [],
): readonly Judged[] {
  const failedClaims = checks.filter(({ check, verdict }) => verdict.verdict === "fail" && claims.includes(check.id));
  return withFailedClaims(thresholds, failedClaims.length).flatMap((threshold): readonly Judged[] => {
    const { metric, expression } = threshold;
    const isFailedClaim = metric === "fpk_findings" && failedClaims.length > 0;
    const clause = `threshold ${expression}`;
    const check = checkNamedIn(metric) ?? { clause, ...(isFailedClaim ? failedClaim : describe(threshold)) };
    const verdict = verdictOf(threshold, checks, isFailedClaim ? failedClaims.map(({ check: { id } }) => id) : []);
    return verdict === undefined ? [] : [{ check, verdict }];
  });
}

/** The id and the claim of a threshold's result. */
function describe({ metric, expression }: Threshold) {
  if (whyNotSeen(`${metric} ${expression}`) !== undefined) return seenCheckOf(metric);
  return {
    id: metric,
    claim: `The threshold ${expression} of the ${scenarioMetric.test(metric) ? "scenario" : "script"}`,
  };
}

/** The check or law that a metric such as `fpk_judged{check:load.answered}` names; undefined if it names none. */
const checkNamedIn = (metric: string) =>
  [...Object.values(scenarioChecks), ...laws, ...sequenceLaws].find(({ id }) => id === judgedCheck(metric));

/**
 * A script that records judges no law, so `fpk_findings` does not count failures of laws. If a claimed law fails, the threshold on
 * `fpk_findings` is marked as crossed here, and fails the run.
 */
const withFailedClaims = (thresholds: readonly Threshold[], failed: number): readonly Threshold[] =>
  thresholds.map((threshold) =>
    failed > 0 && threshold.holds && threshold.metric === "fpk_findings"
      ? { ...threshold, holds: false, actual: `count = ${failed}` }
      : threshold,
  );

/** The verdict of a threshold; undefined if the checks already decide it. */
function verdictOf(
  { metric, expression, holds, actual }: Threshold,
  checks: readonly Judged[],
  failedClaims: readonly string[],
): Verdict | undefined {
  if (holds) return scenarioMetric.test(metric) ? undefined : passes;
  if (isDecidedByChecks(metric, checks)) return undefined;
  const reason = whyNotSeen(`${metric} ${expression}`);
  if (reason !== undefined) {
    // That 429 never came is said by a check of the limiter, if one is open, but not by a latency that was not judged.
    const saying = metric.startsWith("fpk_limited")
      ? checks.filter(({ check }) => check.id.startsWith("limit."))
      : checks;
    return includesStated(saying, "inconclusive") ? undefined : unjudged("inconclusive", reason);
  }
  if (failedClaims.length > 0) {
    const actual = `${failedClaims.join(", ")}, which the document implies, does not hold`;
    return fails({ expected: "no failure", actual });
  }
  return fails({ expected: `${metric} ${expression}`, actual: actual === "" ? "it was crossed" : actual });
}

/** A failure that the script has counted rests on a limit that is declared wrongly. */
const isLimitInDoubt = ({ verdict }: Judged) =>
  verdict.verdict === "inconclusive" && verdict.reason === restsOnDeclaredLimit;

/** A stated check already fails, or the threshold names one of the checks, or it says that a claim was not judged while all are. */
const isDecidedByChecks = (metric: string, checks: readonly Judged[]): boolean =>
  (scenarioMetric.test(metric) && (includesStated(checks, "fail") || checks.some(isLimitInDoubt))) ||
  checks.some(({ check }) => check.id === judgedCheck(metric)) ||
  (metric.startsWith("fpk_unjudged") && checks.every(({ verdict }) => verdict.verdict !== "inconclusive"));

/** Whether a check of a stated clause has this verdict: a check of an implied clause does not decide a run. */
const includesStated = (checks: readonly Judged[], name: Verdict["verdict"]) =>
  checks.some(
    ({ check, verdict }) => verdict.verdict === name && isBinding(boundLevel(findClause(check.clause)?.level)),
  );
