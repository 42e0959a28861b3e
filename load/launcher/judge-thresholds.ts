/** What the thresholds of a script show beyond the checks. */
import { fails, type Judged, holds as passes, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { findClause } from "../../spec/ledger.ts";
import { boundLevel, isBinding } from "../../spec/level.ts";
import type { Threshold } from "./read-thresholds.ts";

/** The metrics of our scripts: a threshold on one of them repeats what a check shows. */
const scenarioMetric = /^fpk_/;
/** Crossed, these say that something was not seen, which is inconclusive, and no failure of the target. */
const notSeen = new Map([
  ["fpk_judged count>0", "the script judged nothing"],
  ["fpk_limited count>0", "429 never came"],
  ["fpk_limited{organization:A} count>0", "429 never came: the limit is higher than the flood"],
  ["fpk_unjudged count==0", "what the script claims was not judged"],
]);
/** `fpk_judged{check:load.answered}`: the script has judged what it claims. */
const judgedCheck = /^fpk_judged\{check:(.+)\}$/;

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
    const check = { id: metric, clause: `threshold ${expression}`, claim: `The threshold ${expression} of the script` };
    const verdict = verdictOf(threshold, checks);
    return verdict === undefined ? [] : [{ check, verdict }];
  });
}

/** A script that records counts no failure of a law: a failed claim is added to its count, so that it decides the run. */
const withFindings = (thresholds: readonly Threshold[], failed: number): readonly Threshold[] =>
  thresholds.map((threshold) =>
    failed > 0 && threshold.holds && threshold.metric === "fpk_findings"
      ? { ...threshold, holds: false, actual: `count = ${failed}` }
      : threshold,
  );

/** Undefined where the checks show it already. */
function verdictOf({ metric, expression, holds, actual }: Threshold, checks: readonly Judged[]): Verdict | undefined {
  const isOurs = scenarioMetric.test(metric);
  if (holds) return isOurs ? undefined : passes;
  const withVerdict = (name: string) => checks.filter(({ verdict }) => verdict.verdict === name);
  // A check of what the document only implies decides no run.
  const areStated = (judged: readonly Judged[]) => judged.some(({ check: { clause } }) => !isImplied(clause));
  if (isOurs && areStated(withVerdict("fail"))) return undefined;
  const missing = judgedCheck.exec(metric)?.[1];
  if (missing !== undefined && checks.some(({ check: { id } }) => id === missing)) return undefined;
  if (metric.startsWith("fpk_unjudged") && withVerdict("inconclusive").length === 0) return undefined;
  const missed = `the script did not get as far as judging ${missing}`;
  const reason = missing === undefined ? notSeen.get(`${metric} ${expression}`) : missed;
  if (reason !== undefined) {
    if (areStated(withVerdict("inconclusive"))) return undefined;
    return unjudged("inconclusive", reason);
  }
  return fails({ expected: `${metric} ${expression}`, actual: actual === "" ? "it was crossed" : actual });
}

const isImplied = (clause: string) => !isBinding(boundLevel(findClause(clause)?.level));
