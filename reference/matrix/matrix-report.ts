/** The kill matrix: what `matrix.schema.json` publishes. */
import type { CheckVerdict } from "./subject.ts";

type RowHead = Pick<CheckVerdict, "id" | "clause" | "section" | "level">;

export interface MutantRow extends RowHead {
  readonly fault: string;
  /** `by-other-clauses`: only checks of other clauses failed · `alive`: no check failed · `unjudged`: `reason` says why. */
  readonly verdict: "killed" | "by-other-clauses" | "alive" | "unjudged";
  readonly reason?: string;
  /** Whether only the checks of the mutant's clause judged it, until one failed; others of the clause might have failed later. */
  readonly isCut: boolean;
  /** The checks of the mutant's clause that failed. */
  readonly killedBy: readonly string[];
  /** The checks of other clauses that failed, too; `null` for a run that was cut. */
  readonly alsoFailed: readonly string[] | null;
  /** The number of requests until the first failure of a check of the clause; `null` if none failed. */
  readonly requestsToFailure: number | null;
  /** The number of requests of the run. */
  readonly requests: number;
  /** The exit code of `fpk check` on the mutant; `null` if it was not judged, or its run was cut. */
  readonly exitCode: 0 | 1 | 3 | null;
}

export interface CheckRow extends RowHead {
  /** The mutants of the check's clause on which the check failed. */
  readonly kills: readonly string[];
  /** The mutants among them on which no other check of the clause failed. */
  readonly soleKills: readonly string[];
  /** Whether the check kills no mutant of its clause; `null` if not all of these mutants were judged. */
  readonly isIdle: boolean | null;
}

/** A variant, several combined variants, or the unchanged reference (no `variants`). */
export interface VariantRow {
  readonly id: string;
  readonly variants: readonly string[];
  readonly choice: string;
  readonly verdict: "conforms" | "false-positive" | "unjudged";
  /** The false positives, or why the row was not judged. */
  readonly against: readonly string[];
  /** For combined variants with false positives: a smallest part of them that still has some. */
  readonly shrunkTo?: readonly string[];
}

/** A kill matrix. `schemaVersion` is the version of `matrix.schema.json`. */
export interface Matrix {
  readonly schemaVersion: 2;
  readonly suite: { readonly name: string; readonly version: string; readonly contract: string };
  /** 0 every fault is found, without false positives · 1 a fault is not found, or there are some · 3 something was not judged. */
  readonly exitCode: 0 | 1 | 3;
  readonly summary: string;
  /** The seed that chose the combinations of variants. */
  readonly seed: number;
  readonly seconds: number;
  readonly threads: number;
  /** Whether only a selection was judged. */
  readonly isPartial: boolean;
  /** The checks that were left out of the suite. */
  readonly without: readonly string[];
  /** The checks that the ledger lists and the suite does not have. */
  readonly missing: readonly string[];
  /** The median of the mutants' `requestsToFailure`; `null` if no mutant was killed. */
  readonly medianRequestsToFailure: number | null;
  readonly mutants: readonly MutantRow[];
  readonly checks: readonly CheckRow[];
  readonly variants: readonly VariantRow[];
}

/** The part of a matrix from which its exit code and its summary follow. */
export type MatrixFindings = Pick<Matrix, "missing" | "medianRequestsToFailure" | "mutants" | "checks" | "variants">;
