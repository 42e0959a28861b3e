/** The kill matrix: which checks killed which mutant, which kill nothing, and which legal choices have false positives. Pure. */
import { median } from "../../cli/median.ts";
import { findClause } from "../../spec/ledger.ts";
import { boundLevel } from "../../spec/level.ts";
import type { Mutant } from "../changes/mutants/index.ts";
import { falsePositives } from "./false-positives.ts";
import type { CheckRow, Matrix, MatrixFindings, MutantRow, VariantRow } from "./matrix-report.ts";
import { judgedClauses, type Plan } from "./plan.ts";
import type { CheckVerdict, JudgedSubject, Subject } from "./subject.ts";
import { summaryOf } from "./summary.ts";

interface MatrixRun {
  readonly seed: number;
  readonly seconds: number;
  readonly threads: number;
  readonly without: readonly string[];
}

/** The matrix of a plan. `judged` has the outcomes of the plan's subjects. */
export function matrixOf(plan: Plan, judged: readonly JudgedSubject[], run: MatrixRun): Matrix {
  const outcomeOf = (id: string): JudgedSubject =>
    judged.find((outcome) => outcome.id === id) ?? { id, failure: "it was not judged" };
  const reference = outcomeOf("reference");
  const suiteChecks = "failure" in reference ? [] : reference.verdicts;
  const mutants = plan.mutants.map((mutant) => mutantRow(mutant, outcomeOf(mutant.id)));
  const checks = suiteChecks.map((check) => {
    const isOnly = suiteChecks.filter(({ clause }) => clause === check.clause).length === 1;
    return checkRow(check, mutants, { isOnly, mayBeIdle: plan.mayBeIdle(check) });
  });
  const ledger = judgedClauses().flatMap((clause) => clause.checks);
  const toFailure = mutants.flatMap(({ requestsToFailure: count }) => (count === null ? [] : [count]));
  const parts = {
    missing: "failure" in reference ? [] : ledger.filter((id) => suiteChecks.every((check) => check.id !== id)),
    medianRequestsToFailure: toFailure.length === 0 ? null : median(toFailure),
    mutants,
    checks,
    variants: plan.subjects.flatMap((subject) =>
      subject.kind === "mutant" ? [] : [variantRow(plan, subject, outcomeOf(subject.id))],
    ),
  };
  return {
    schemaVersion: 2,
    suite: "failure" in reference ? { name: "fpk-conformance", version: "", contract: "" } : reference.suite,
    exitCode: exitCodeOf(parts),
    summary: summaryOf(parts),
    ...run,
    isPartial: plan.isPartial,
    ...parts,
  };
}

function mutantRow({ id, clause, fault }: Mutant, judged: JudgedSubject): MutantRow {
  const { section = "", level } = findClause(clause) ?? {};
  const base = { id, clause, section, level: boundLevel(level), fault };
  const nothing = { isCut: false, killedBy: [], alsoFailed: [], requestsToFailure: null };
  if ("failure" in judged) {
    return { ...base, ...nothing, verdict: "unjudged", reason: judged.failure, requests: 0, exitCode: null };
  }
  const { requests, exitCode, verdicts, isEndedEarly } = judged;
  const broken = verdicts.find(({ verdict }) => verdict === "broken");
  if (broken !== undefined) {
    return { ...base, ...nothing, verdict: "unjudged", reason: `${broken.id}: ${broken.message}`, requests, exitCode };
  }
  const failed = verdicts.filter(({ verdict }) => verdict === "fail");
  const ofClause = failed.filter((check) => check.clause === clause);
  const unlessOfClause = failed.length > 0 ? "by-other-clauses" : "alive";
  const counts = ofClause.flatMap(({ requestsToFailure }) => (requestsToFailure === null ? [] : [requestsToFailure]));
  return {
    ...base,
    verdict: ofClause.length > 0 ? "killed" : unlessOfClause,
    isCut: isEndedEarly,
    killedBy: idsOf(ofClause),
    alsoFailed: isEndedEarly ? null : idsOf(failed.filter((check) => !ofClause.includes(check))),
    requestsToFailure: counts.length === 0 ? null : Math.min(...counts),
    requests,
    exitCode: isEndedEarly ? null : exitCode,
  };
}

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

/** The row of a check. `isOnly` is true if the clause has no other check. */
function checkRow(
  { id, clause, section, level }: CheckVerdict,
  mutants: readonly MutantRow[],
  { isOnly, mayBeIdle }: { readonly isOnly: boolean; readonly mayBeIdle: boolean },
): CheckRow {
  const killed = mutants.filter(({ killedBy }) => killedBy.includes(id));
  const sole = killed.filter(({ killedBy, isCut }) => isOnly || (killedBy.length === 1 && !isCut));
  const isIdle = mayBeIdle ? killed.length === 0 : null;
  return { id, clause, section, level, kills: idsOf(killed), soleKills: idsOf(sole), isIdle };
}

function variantRow(plan: Plan, subject: Exclude<Subject, { kind: "mutant" }>, judged: JudgedSubject): VariantRow {
  const ids = subject.kind === "variant" ? subject.variants : [];
  const variants = plan.variants.filter(({ id }) => ids.includes(id));
  const choice = variants.map((variant) => variant.choice).join(" · ") || "The unchanged reference";
  const base = { id: subject.id, variants: ids, choice };
  if ("failure" in judged) return { ...base, verdict: "unjudged", against: [judged.failure] };
  const against = falsePositives(judged, variants);
  const { shrunkTo } = judged;
  return {
    ...base,
    verdict: against.length === 0 ? "conforms" : "false-positive",
    against,
    ...(shrunkTo === undefined ? {} : { shrunkTo }),
  };
}

function exitCodeOf({ missing, mutants, checks, variants }: MatrixFindings): Matrix["exitCode"] {
  const isFound = mutants.every(({ verdict }) => verdict === "killed" || verdict === "unjudged");
  const hasNoFalsePositive = variants.every(({ verdict }) => verdict !== "false-positive");
  if (!isFound || !hasNoFalsePositive || missing.length > 0) return 1;
  if ([...mutants, ...variants].some(({ verdict }) => verdict === "unjudged")) return 3;
  // A check is known to be idle only after all mutants of its clause were judged.
  return checks.some(({ isIdle }) => isIdle === true) ? 1 : 0;
}
