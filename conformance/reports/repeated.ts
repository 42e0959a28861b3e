/** Failures of implied clauses that only repeat the failure of a stated one, which shows them: a reader need not compare the two. */
import { isBinding } from "../../spec/level.ts";
import type { Report, Result } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";

/** The results, without those that a failure among them shows. */
export const withoutRepeated = ({ results }: Report): Result[] =>
  results.filter((result) => !results.some((other) => repeats(result, other)));

/** The ids of the results that `failure` shows, too. */
export const shownBy = ({ results }: Report, failure: Result): readonly string[] =>
  results.filter((result) => repeats(result, failure)).map(({ id }) => id);

const repeats = (implied: Result, stated: Result) =>
  isViolated(implied) &&
  implied.known === undefined &&
  !isBinding(implied.level) &&
  stated.verdict === "fail" &&
  isBinding(stated.level) &&
  implied.actual !== undefined &&
  implied.expected === stated.expected &&
  implied.actual === stated.actual;
