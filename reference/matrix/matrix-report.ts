/** The kill matrix: what `matrix.schema.json` publishes. */
import type { CheckVerdict } from "./subject.ts";

type RowHead = Pick<CheckVerdict, "id" | "clause" | "section" | "level">;

export interface MutantRow extends RowHead {
  readonly fault: string;
  /** `by-other-clauses`: only checks of other clauses failed · `alive`: none did · `unjudged`: `reason` says why. */
  readonly verdict: "killed" | "by-other-clauses" | "alive" | "unjudged";
  readonly reason?: string;
  /** The run ended once a check of the mutant's own clause had failed; others of its clause might have failed later. */
  readonly isCut: boolean;
  /** Checks of the mutant's own clause that failed. */
  readonly killedBy: readonly string[];
  /** Checks of other clauses that failed, too; `null` for a run that was cut. */
  readonly alsoFailed: readonly string[] | null;
  /** Requests until the first failure of its own clause; `null` where there is none. */
  readonly requestsToFailure: number | null;
  /** Requests of the run. */
  readonly requests: number;
  /** How `fpk check` ends on it; `null` where it was not judged, or its run was cut. */
  readonly exitCode: 0 | 1 | 3 | null;
}

export interface CheckRow extends RowHead {
  /** The mutants of its clause that it was seen to kill. */
  readonly kills: readonly string[];
  /** Those of them that, as was seen, no other check of the clause kills: without the check they would live. */
  readonly soleKills: readonly string[];
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
  /** For joined variants with false positives: the fewest of them that still have some. */
  readonly shrunkTo?: readonly string[];
}

/** What `matrix.schema.json` describes; `schemaVersion` is its version. */
export interface Matrix {
  readonly schemaVersion: 2;
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

/** The part of a matrix that its conclusion follows from. */
export type MatrixFindings = Pick<Matrix, "missing" | "medianRequestsToFailure" | "mutants" | "checks" | "variants">;
