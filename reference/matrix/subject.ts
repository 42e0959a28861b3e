/** What the kill matrix judges, and the outcome: plain data, which goes from thread to thread. */
import type { Level } from "../../spec/level.ts";

/** The reference as it is, with one fault, or with legal choices: one, or several joined. */
export type Subject =
  | { readonly kind: "reference"; readonly id: "reference" }
  | { readonly kind: "mutant"; readonly id: string }
  | { readonly kind: "variant"; readonly id: string; readonly variants: readonly string[] };

/** One subject to judge, and the checks to leave out of the suite. */
export interface Task {
  readonly subject: Subject;
  readonly without: readonly string[];
  /** The clause of which one failed check ends the run; undefined: the run goes to its end. */
  readonly untilFailureOf?: string | undefined;
}

/** The verdict of one check, as far as the matrix needs it. */
export interface CheckVerdict {
  readonly id: string;
  readonly clause: string;
  readonly section: string;
  readonly level: Level;
  readonly verdict: "pass" | "fail" | "skip" | "inconclusive" | "broken";
  /** Empty for a pass. */
  readonly message: string;
  /** For a failure: how many requests of the run it took to show it; `null` where no exchange shows it. */
  readonly requestsToFailure: number | null;
}

/** The outcome of a run of the suite. */
export interface Outcome {
  readonly id: string;
  readonly exitCode: 0 | 1 | 3;
  /** The run was ended by the failure that it was made for: what was not judged by then may fail, too. */
  readonly isCut: boolean;
  readonly requests: number;
  readonly suite: { readonly name: string; readonly version: string; readonly contract: string };
  readonly verdicts: readonly CheckVerdict[];
  /** Stated clauses that the run could not judge. */
  readonly unjudged: readonly string[];
  /** For joined variants with false positives: the fewest of them that still have some. */
  readonly shrunkTo?: readonly string[];
}

/** The outcome, or why there is none. */
export type JudgedSubject = Outcome | { readonly id: string; readonly failure: string };

/** The id of a join of variants, as `--only` takes it: `ids-numeric+queue-slow`. */
export const joinId = (variants: readonly string[]): string => variants.join("+");
