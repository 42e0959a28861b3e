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
 * A crossed threshold fails by itself, unless a check shows the same. `checks`: what was judged by checks; `claims`: ids of the
 * laws that the run is about.
 */
export function judgeThresholds(
  thresholds: readonly Threshold[],
  checks: readonly Judged[],
  claims: readonly string[] = [],
): readonly Judged[] {
  const failedClaims = checks.filter(({ check, verdict }) => verdict.verdict === "fail" && claims.includes(check.id));
  return withFindings(thresholds, failedClaims.length).flatMap((threshold): readonly Judged[] => {
    const { metric, expression } = threshold;
    const isClaim = metric === "fpk_findings" && failedClaims.length > 0;
    const claim = isClaim
      ? "What the scenario claims holds, also where the document only implies it"
      : `The threshold ${expression} of the script`;
    const check = missingCheck(metric) ?? { id: metric, clause: `threshold ${expression}`, claim };
    const verdict = verdictOf(threshold, checks, isClaim ? failedClaims.map(({ check: { id } }) => id) : []);
    return verdict === undefined ? [] : [{ check, verdict }];
  });
}

/** What a threshold of ours requires to be judged: a check of the scenario, or a law. */
const missingCheck = (metric: string) =>
  [...Object.values(scenarioChecks), ...laws, ...sequenceLaws].find(({ id }) => id === judgedCheck(metric));

/** A script that records counts no failure of a law: a failed claim is added to its count, so that it decides the run. */
const withFindings = (thresholds: readonly Threshold[], failed: number): readonly Threshold[] =>
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
  const withVerdict = (name: string) => checks.filter(({ verdict }) => verdict.verdict === name);
  // A check of what the document only implies decides no run.
  const areStated = (judged: readonly Judged[]) => judged.some(({ check: { clause } }) => !isImplied(clause));
  if (isOurs && areStated(withVerdict("fail"))) return undefined;
  const missing = judgedCheck(metric);
  if (missing !== undefined && checks.some(({ check: { id } }) => id === missing)) return undefined;
  if (metric.startsWith("fpk_unjudged") && withVerdict("inconclusive").length === 0) return undefined;
  const reason = whyNotSeen(`${metric} ${expression}`);
  if (reason !== undefined) {
    if (areStated(withVerdict("inconclusive"))) return undefined;
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
