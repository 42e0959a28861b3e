/** What the kill matrix judges, and the outcome: plain data, which goes from thread to thread. */
import type { Level } from "../../spec/level.ts";

/** The unchanged reference, a mutant, or one or several combined variants. */
export type Subject =
  | { readonly kind: "reference"; readonly id: "reference" }
  | { readonly kind: "mutant"; readonly id: string }
  | { readonly kind: "variant"; readonly id: string; readonly variants: readonly string[] };

/** One subject to judge, and the checks to leave out of the suite. */
export interface Task {
  readonly subject: Subject;
  readonly without: readonly string[];
  /** Only the checks of this clause judge, until one fails; undefined if all judge, to the end. */
  readonly untilFailureOf?: string | undefined;
}

/** The part of a check's verdict that the matrix needs. */
export interface CheckVerdict {
  readonly id: string;
  readonly clause: string;
  readonly section: string;
  readonly level: Level;
  readonly verdict: "pass" | "fail" | "skip" | "inconclusive" | "broken";
  /** The message of the verdict; empty for a pass. */
  readonly message: string;
  /** The number of requests after which a failure was certain; `null` for other verdicts, and if no exchange proves it. */
  readonly requestsToFailure: number | null;
}

/** The outcome of a run of the suite. */
export interface Outcome {
  readonly id: string;
  readonly exitCode: 0 | 1 | 3;
  /** Whether only the checks of `untilFailureOf` judged, until one failed. Others may fail, too. */
  readonly isEndedEarly: boolean;
  readonly requests: number;
  readonly suite: { readonly name: string; readonly version: string; readonly contract: string };
  readonly verdicts: readonly CheckVerdict[];
  /** The stated clauses that the run could not judge. */
  readonly unjudged: readonly string[];
  /** For combined variants with false positives: a smallest part of them that still has some. */
  readonly shrunkTo?: readonly string[];
}

/** The outcome, or why there is none. */
export type JudgedSubject = Outcome | { readonly id: string; readonly failure: string };

/** The id of a combination of variants, such as `ids-numbers+queue-slow`, as `--only` takes it. */
export const combinedId = (variants: readonly string[]): string => variants.join("+");
