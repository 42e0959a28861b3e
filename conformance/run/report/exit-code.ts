/** The exit code of a report's results. */
import { isBinding } from "../../../spec/level.ts";
import type { Conclusion, Report, Result } from "../../model/report.ts";
import { isJudged } from "../../model/verdict.ts";
import type { Assembly } from "./assembly.ts";

const conclusions = { 0: "conforms", 1: "violates", 3: "inconclusive" } as const;

export const conclusionOf = (exitCode: Report["exitCode"]): Conclusion => conclusions[exitCode];

/** 1 if a clause is violated; else 3 if what counts was not judged (a check broke, or the run was stopped); else 0. */
export function exitCodeOf(
  results: readonly Result[],
  clauses: Report["clauses"],
  { incomplete = [], isWhole, complete, strict }: Assembly,
): Report["exitCode"] {
  if (results.some(({ verdict }) => verdict === "fail")) return 1;
  const isOpen = ({ verdict, level }: Result) =>
    verdict === "broken" || (verdict === "inconclusive" && (strict === true || isBinding(level)));
  if (results.some(isOpen) || !results.some(isJudged) || incomplete.length > 0) return 3;
  if (isWhole && isMostlyUnjudged(clauses)) return 3;
  return complete && clauses.unjudged.some(isWanted) ? 3 : 0;
}

/** Whether --complete asks for the clause. */
export const isWanted = ({ needsNoAction }: Report["clauses"]["unjudged"][number]): boolean => needsNoAction !== true;

export const isMostlyUnjudged = ({ judged, stated }: Report["clauses"]) => judged < stated / 2;
