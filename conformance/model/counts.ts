/** What a report counts: checks by level and verdict, and the clauses of which only some checks judged. */
import type { ClauseInPart, Counts, Result } from "./report.ts";
import { isJudged } from "./verdict.ts";

type Counted = Pick<Result, "level" | "verdict">;

export function countsOf(results: readonly Counted[]): Counts {
  const ofLevel = (level: Result["level"]) => {
    const count = (verdict: Result["verdict"]) =>
      results.filter((result) => result.level === level && result.verdict === verdict).length;
    return {
      pass: count("pass"),
      fail: count("fail"),
      warn: count("warn"),
      skip: count("skip"),
      inconclusive: count("inconclusive"),
      broken: count("broken"),
    };
  };
  return { stated: ofLevel("stated"), implied: ofLevel("implied") };
}

/** Stated clauses that some checks judged and others did not. */
export function clausesInPart(
  results: readonly (Counted & Pick<Result, "id" | "clause" | "section" | "message">)[],
): readonly ClauseInPart[] {
  const stated = results.filter(({ level }) => level === "stated");
  const judged = new Set(stated.filter(isJudged).map(({ clause }) => clause));
  const open = stated.filter((result) => !isJudged(result) && judged.has(result.clause));
  return [...new Set(open.map(({ clause }) => clause))].map((clause) => {
    const checks = open.filter((result) => result.clause === clause);
    const [{ section = "", message = "" } = {}] = checks;
    return { clause, section, checks: checks.map(({ id }) => id), reason: message };
  });
}
