/** What the thresholds of a script say beyond the checks. */
import { fails, type Judged, holds as passes, unjudged } from "../../conformance/model/verdict.ts";
import { findClause } from "../../spec/ledger.ts";
import type { Threshold } from "./thresholds.ts";

/** The scripts' own counts: a threshold on one of them repeats what a check says. */
const ours = /^fpk_/;
/** Crossed, they say that something was not seen: which is open, and no failure of the target. */
const openings = new Map([
  ["fpk_judged count>0", "the script judged nothing"],
  ["fpk_limited count>0", "429 never came"],
  ["fpk_limited{organization:A} count>0", "429 never came: the limit is more than the flood"],
  ["fpk_unjudged count==0", "what the script claims was not judged"],
]);
/** What a script leaves open stands among the checks, unless it has been judged here. */
const leftOpen = /^fpk_unjudged\b/;
/** `fpk_judged{check:load.answered}`: the script has come to where it tells what it claims. */
const judgedCheck = /^fpk_judged\{check:(.+)\}$/;

/** A threshold that was crossed fails by itself, unless a check says the same. `seen`: what the checks say. */
export function judgeThresholds(thresholds: readonly Threshold[], seen: readonly Judged[]): readonly Judged[] {
  const isToldAlready = seen.some(({ check, verdict }) => verdict.verdict === "fail" && isStated(check.clause));
  const open = seen.filter(({ verdict }) => verdict.verdict === "inconclusive");
  const isOpen = open.length > 0;
  // A check of what is only implied leaves no run open, and what a scenario claims does.
  const isToldOpen = open.some(({ check }) => isStated(check.clause));
  return thresholds.flatMap((threshold): readonly Judged[] => {
    const { metric, expression, holds, actual } = threshold;
    const check = { id: metric, clause: `threshold ${expression}`, claim: `The threshold ${expression} of the script` };
    if (holds) return ours.test(metric) ? [] : [{ check, verdict: passes }];
    if (ours.test(metric) && isToldAlready) return [];
    const told = judgedCheck.exec(metric)?.[1];
    if (told !== undefined && seen.some(({ check: { id } }) => id === told)) return [];
    const opening =
      told === undefined ? openings.get(`${metric} ${expression}`) : `the script did not come to judge ${told}`;
    if (leftOpen.test(metric) && !isOpen) return [];
    if (opening !== undefined) {
      return isToldOpen ? [] : [{ check, verdict: unjudged("inconclusive", opening) }];
    }
    const found = { expected: `${metric} ${expression}`, actual: actual === "" ? "it was crossed" : actual };
    return [{ check, verdict: fails(found) }];
  });
}

const isStated = (clause: string) => findClause(clause)?.level !== "implied";
