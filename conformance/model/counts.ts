/** The counts of a report: checks by level and verdict, and clauses that only some of their checks judged. */
import { plural } from "../../cli/plural.ts";
import { isBinding } from "../../spec/level.ts";
import type { ClauseInPart, Counts, Result } from "./report.ts";
import { isJudged } from "./verdict.ts";

type Counted = Pick<Result, "level" | "verdict">;

export function countsOf(results: readonly Counted[]): Counts {
  const ofBinding = (binding: boolean) => {
    const count = (verdict: Result["verdict"]) =>
      results.filter((result) => isBinding(result.level) === binding && result.verdict === verdict).length;
    return {
      pass: count("pass"),
      fail: count("fail"),
      warn: count("warn"),
      skip: count("skip"),
      inconclusive: count("inconclusive"),
      broken: count("broken"),
    };
  };
  return { stated: ofBinding(true), implied: ofBinding(false) };
}

/** Whether a clause of the document was looked at: thresholds of a load script belong to no section. */
export const concernsDocument = (results: readonly Pick<Result, "section">[]): boolean =>
  results.some(({ section }) => section !== "");

/** How many failures a baseline lists. */
export const countKnown = (results: readonly Pick<Result, "known">[]): number =>
  results.filter(({ known }) => known !== undefined).length;

/** What a run says that has only known failures, which still violate the document. */
export const noNewFailures = (known: number, where = ""): string =>
  `no new failures${where}: ${known} known ${known === 1 ? "failure remains" : "failures remain"} (baseline)`;

/** Binding clauses that some of their checks judged and others did not. */
export function clausesInPart(
  results: readonly (Counted & Pick<Result, "id" | "clause" | "section" | "message">)[],
): readonly ClauseInPart[] {
  const binding = results.filter(({ level }) => isBinding(level));
  const judged = new Set(binding.filter(isJudged).map(({ clause }) => clause));
  const open = binding.filter((result) => !isJudged(result) && judged.has(result.clause));
  return [...new Set(open.map(({ clause }) => clause))].map((clause) => {
    const checks = open.filter((result) => result.clause === clause);
    const [{ section = "", message = "" } = {}] = checks;
    return { clause, section, checks: checks.map(({ id }) => id), reason: message };
  });
}

/** The clauses of these results, without implied ones: `2 stated clauses`, `1 clause of our reading`. */
export function bindingClauses(results: readonly Pick<Result, "level" | "clause">[]): readonly string[] {
  const clauses = (level: Result["level"]) =>
    new Set(results.filter((result) => result.level === level).map(({ clause }) => clause)).size;
  const [stated, reading] = [clauses("stated"), clauses("reading")];
  return [
    ...(stated === 0 ? [] : [plural(stated, "stated clause")]),
    ...(reading === 0 ? [] : [`${plural(reading, "clause")} of our reading`]),
  ];
}
