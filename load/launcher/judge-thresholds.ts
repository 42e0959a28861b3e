/** What the thresholds of a script show beyond the checks. */
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { fails, type Judged, holds as passes, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { findClause } from "../../spec/ledger.ts";
import { boundLevel, isBinding } from "../../spec/level.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { judgedCheck, whyNotSeen } from "../in-k6/summary.ts";
import type { Threshold } from "./read-thresholds.ts";

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
    const check = checkNamedIn(metric) ?? { id: metric, clause: `threshold ${expression}`, claim };
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

/** The verdict of a crossed threshold; undefined if the checks show the same already. */
function verdictOf(
  { metric, expression, holds, actual }: Threshold,
  checks: readonly Judged[],
  failedClaims: readonly string[],
): Verdict | undefined {
  const isOurs = scenarioMetric.test(metric);
  if (holds) return isOurs ? undefined : passes;
  const judgedAs = (name: string) => checks.filter(({ verdict }) => verdict.verdict === name);
  // A check of what the document only implies decides no run.
  const includesStated = (judged: readonly Judged[]) => judged.some(({ check: { clause } }) => !isImplied(clause));
  if (isOurs && includesStated(judgedAs("fail"))) return undefined;
  const named = judgedCheck(metric);
  if (named !== undefined && checks.some(({ check: { id } }) => id === named)) return undefined;
  if (metric.startsWith("fpk_unjudged") && judgedAs("inconclusive").length === 0) return undefined;
  const reason = whyNotSeen(`${metric} ${expression}`);
  if (reason !== undefined) {
    if (includesStated(judgedAs("inconclusive"))) return undefined;
    return unjudged("inconclusive", reason);
  }
  if (failedClaims.length > 0)
    return fails({
      expected: "no failure",
      actual: `${failedClaims.join(", ")}, which the document implies, does not hold`,
    });
  return fails({ expected: `${metric} ${expression}`, actual: actual === "" ? "it was crossed" : actual });
}

const isImplied = (clause: string) => !isBinding(boundLevel(findClause(clause)?.level));
