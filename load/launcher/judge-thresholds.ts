/** What the thresholds of a script show beyond the checks. */
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { fails, type Judged, holds as passes, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { findClause } from "../../spec/ledger.ts";
import { boundLevel, isBinding } from "../../spec/level.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { judgedCheck, whyNotSeen } from "../in-k6/summary.ts";
import type { Threshold } from "./read-thresholds.ts";

/** Of the result that a scenario's claim, which the document only implies, does not hold. */
export const failedClaimId = "load.claim";

/** The metrics of our scripts: a threshold on one of them repeats what a check shows. */
const scenarioMetric = /^fpk_/;

/**
 * The results of the thresholds: a failure for each crossed one, unless a check in `checks` already shows it, and a pass for each
 * kept one of a user's script. `claims`: ids of the laws that the run is about.
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
    const claim = isFailedClaim
      ? "What the scenario claims holds, also where the document only implies it"
      : `The threshold ${expression} of the script`;
    const id = isFailedClaim ? failedClaimId : metric;
    const check = checkNamedIn(metric) ?? { id, clause: `threshold ${expression}`, claim };
    const verdict = verdictOf(threshold, checks, isFailedClaim ? failedClaims.map(({ check: { id } }) => id) : []);
    return verdict === undefined ? [] : [{ check, verdict }];
  });
}

/** The check or law that a threshold such as `fpk_judged{check:load.answered}` names; undefined for any other. */
const checkNamedIn = (metric: string) =>
  [...Object.values(scenarioChecks), ...laws, ...sequenceLaws].find(({ id }) => id === judgedCheck(metric));

/**
 * While recording, k6 does not count failures of laws in `fpk_findings`. If a claim has failed, its threshold is marked as crossed
 * here, so that it decides the run.
 */
const withFailedClaims = (thresholds: readonly Threshold[], failed: number): readonly Threshold[] =>
  thresholds.map((threshold) =>
    failed > 0 && threshold.holds && threshold.metric === "fpk_findings"
      ? { ...threshold, holds: false, actual: `count = ${failed}` }
      : threshold,
  );

/** The verdict of a threshold; undefined if the checks decide what it would. */
function verdictOf(
  { metric, expression, holds, actual }: Threshold,
  checks: readonly Judged[],
  failedClaims: readonly string[],
): Verdict | undefined {
  if (holds) return scenarioMetric.test(metric) ? undefined : passes;
  if (isDecidedByChecks(metric, checks)) return undefined;
  const reason = whyNotSeen(`${metric} ${expression}`);
  if (reason !== undefined) {
    return includesStated(checks, "inconclusive") ? undefined : unjudged("inconclusive", reason);
  }
  if (failedClaims.length > 0)
    return fails({
      expected: "no failure",
      actual: `${failedClaims.join(", ")}, which the document implies, does not hold`,
    });
  return fails({ expected: `${metric} ${expression}`, actual: actual === "" ? "it was crossed" : actual });
}

/** A crossed threshold says no more than the checks: they fail, or are the ones that it names, or lack nothing. */
const isDecidedByChecks = (metric: string, checks: readonly Judged[]): boolean =>
  (scenarioMetric.test(metric) && includesStated(checks, "fail")) ||
  checks.some(({ check }) => check.id === judgedCheck(metric)) ||
  (metric.startsWith("fpk_unjudged") && checks.every(({ verdict }) => verdict.verdict !== "inconclusive"));

/** A check of what the document only implies decides no run. */
const includesStated = (checks: readonly Judged[], name: Verdict["verdict"]) =>
  checks.some(({ check, verdict }) => verdict.verdict === name && !isImplied(check.clause));

const isImplied = (clause: string) => !isBinding(boundLevel(findClause(clause)?.level));
