/** What fails a run although no check does: entries of its baseline. */
import type { Report } from "../model/report.ts";

const prefix = "baseline: ";

/** A sentence for each entry that no longer fails, has no reason, or is past its date. */
export const baselineProblems = ({ doubts = [] }: Pick<Report, "doubts">): readonly string[] =>
  doubts.filter((doubt) => doubt.startsWith(prefix));

/** The problem as a doubt of the report. */
export const asDoubt = (problem: string): string => `${prefix}${problem}`;
