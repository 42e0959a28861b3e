/** The kill matrix: which checks killed which mutant, which kill nothing, and which legal choices have false positives. Pure. */

import { findClause } from "../../spec/ledger.ts";
import type { Mutant } from "../changes/mutants/index.ts";
import { falsePositives } from "./false-positives.ts";
import { judgedClauses, type Plan } from "./plan.ts";
import type { CheckVerdict, Judged, Subject } from "./subject.ts";
import { summaryOf } from "./summary.ts";

export interface MutantRow {
  readonly id: string;
  readonly clause: string;
  readonly section: string;
  readonly level: "stated" | "implied";
  readonly fault: string;
  /** `elsewhere`: only checks of other clauses failed · `alive`: none did · `unjudged`: `reason` says why. */
  readonly verdict: "killed" | "elsewhere" | "alive" | "unjudged";
  readonly reason?: string;
  /** Checks of the mutant's own clause that failed. */
  readonly killedBy: readonly string[];
  /** Checks of other clauses that failed, too. */
  readonly alsoFailed: readonly string[];
  /** Requests until the first failure of its own clause; `null` where there is none. */
  readonly requestsToFailure: number | null;
  /** Requests of the whole run. */
  readonly requests: number;
  /** How `fpk check` ends on it. */
  readonly exitCode: 0 | 1 | 3 | null;
}

export interface CheckRow {
  readonly id: string;
  readonly clause: string;
  readonly section: string;
  readonly level: "stated" | "implied";
  /** The mutants of its clause that it kills. */
  readonly kills: readonly string[];
  /** Those of them that no other check of the clause kills: without the check they would live. */
  readonly alone: readonly string[];
  /** It kills no mutant of its clause; `null` where not all of these were judged. */
  readonly isIdle: boolean | null;
}

/** A legal choice, several joined, or the reference as it is (no `variants`). */
export interface VariantRow {
  readonly id: string;
  readonly variants: readonly string[];
  readonly choice: string;
  readonly verdict: "conforms" | "blamed" | "unjudged";
  /** False positives, or why it was not judged. */
  readonly against: readonly string[];
  /** Of a join with false positives: the fewest of its variants that still have some. */
  readonly smallest?: readonly string[];
}

/** What `matrix.schema.json` describes; `schemaVersion` is its version. */
export interface Matrix {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string; readonly contract: string };
  /** 0 every fault is found, with no false positive · 1 not so · 3 something could not be judged. */
  readonly exitCode: 0 | 1 | 3;
  readonly summary: string;
  /** Determines the joins of variants. */
  readonly seed: number;
  readonly seconds: number;
  readonly threads: number;
  /** Only a selection was judged. */
  readonly isPartial: boolean;
  /** Checks that were left out of the suite. */
  readonly without: readonly string[];
  /** Checks that the ledger names, and the suite does not have. */
  readonly missing: readonly string[];
  /** The median of the mutants' `requestsToFailure`; `null` where no mutant was killed. */
  readonly medianRequestsToFailure: number | null;
  readonly mutants: readonly MutantRow[];
  readonly checks: readonly CheckRow[];
  readonly variants: readonly VariantRow[];
}

export interface RunFacts {
  readonly seed: number;
  readonly seconds: number;
  readonly threads: number;
  readonly without: readonly string[];
}

/** `judged`: the outcomes of the plan's subjects. */
export function matrixOf(plan: Plan, judged: readonly Judged[], facts: RunFacts): Matrix {
  const outcome = (id: string): Judged => judged.find((one) => one.id === id) ?? { id, failure: "it was not judged" };
  const reference = outcome("reference");
  const suiteChecks = "failure" in reference ? [] : reference.verdicts;
  const mutants = plan.mutants.map((mutant) => mutantRow(mutant, outcome(mutant.id)));
  const checks = suiteChecks.map((check) => checkRow(check, mutants, plan.mayBeIdle(check)));
  const ledger = judgedClauses().flatMap((clause) => clause.checks);
  const parts = {
    missing: "failure" in reference ? [] : ledger.filter((id) => suiteChecks.every((check) => check.id !== id)),
    medianRequestsToFailure: median(mutants.flatMap(({ requestsToFailure: count }) => (count === null ? [] : [count]))),
    mutants,
    checks,
    variants: plan.subjects.flatMap((one) => (one.kind === "mutant" ? [] : [variantRow(plan, one, outcome(one.id))])),
  };
  return {
    schemaVersion: 1,
    suite: "failure" in reference ? { name: "fpk-conformance", version: "", contract: "" } : reference.suite,
    exitCode: exitCodeOf(parts),
    summary: summaryOf(parts),
    ...facts,
    isPartial: plan.isPartial,
    ...parts,
  };
}

/** The part of a matrix that its conclusion follows from. */
export type Findings = Pick<Matrix, "missing" | "medianRequestsToFailure" | "mutants" | "checks" | "variants">;

function mutantRow({ id, clause, fault }: Mutant, judged: Judged): MutantRow {
  const { section = "", level } = findClause(clause) ?? {};
  const base = { id, clause, section, level: level === "implied" ? "implied" : "stated", fault } as const;
  const nothing = { killedBy: [], alsoFailed: [], requestsToFailure: null };
  if ("failure" in judged) {
    return { ...base, ...nothing, verdict: "unjudged", reason: judged.failure, requests: 0, exitCode: null };
  }
  const { requests, exitCode, verdicts } = judged;
  const broken = verdicts.find(({ verdict }) => verdict === "broken");
  if (broken !== undefined) {
    return { ...base, ...nothing, verdict: "unjudged", reason: `${broken.id}: ${broken.message}`, requests, exitCode };
  }
  const failed = verdicts.filter(({ verdict }) => verdict === "fail");
  const own = failed.filter((one) => one.clause === clause);
  const counts = own.flatMap(({ requestsToFailure }) => (requestsToFailure === null ? [] : [requestsToFailure]));
  return {
    ...base,
    verdict: own.length > 0 ? "killed" : failed.length > 0 ? "elsewhere" : "alive",
    killedBy: own.map((one) => one.id),
    alsoFailed: failed.filter((one) => !own.includes(one)).map((one) => one.id),
    requestsToFailure: counts.length === 0 ? null : Math.min(...counts),
    requests,
    exitCode,
  };
}

function checkRow(check: CheckVerdict, mutants: readonly MutantRow[], mayBeIdle: boolean): CheckRow {
  const { id, clause, section, level } = check;
  const killed = mutants.filter(({ killedBy }) => killedBy.includes(id));
  const alone = killed.filter(({ killedBy }) => killedBy.length === 1);
  const isIdle = mayBeIdle ? killed.length === 0 : null;
  return { id, clause, section, level, kills: killed.map((one) => one.id), alone: alone.map((one) => one.id), isIdle };
}

function variantRow(plan: Plan, subject: Exclude<Subject, { kind: "mutant" }>, judged: Judged): VariantRow {
  const ids = subject.kind === "variant" ? subject.variants : [];
  const variants = plan.variants.filter(({ id }) => ids.includes(id));
  const choice = variants.map((one) => one.choice).join(" · ") || "The reference as it is";
  const base = { id: subject.id, variants: ids, choice };
  if ("failure" in judged) return { ...base, verdict: "unjudged", against: [judged.failure] };
  const against = falsePositives(judged, variants);
  const { smallest } = judged;
  return {
    ...base,
    verdict: against.length === 0 ? "conforms" : "blamed",
    against,
    ...(smallest === undefined ? {} : { smallest }),
  };
}

function exitCodeOf({ missing, mutants, checks, variants }: Findings): Matrix["exitCode"] {
  const isFound = mutants.every(({ verdict }) => verdict === "killed" || verdict === "unjudged");
  const hasNoFalsePositive = variants.every(({ verdict }) => verdict !== "blamed");
  if (!isFound || !hasNoFalsePositive || missing.length > 0) return 1;
  if ([...mutants, ...variants].some(({ verdict }) => verdict === "unjudged")) return 3;
  // A check is idle only once all mutants of its clause were judged.
  return checks.some(({ isIdle }) => isIdle === true) ? 1 : 0;
}

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
