/** The differences between two runs of `--watch`: what is fixed, new, or still fails. */
import { plural } from "../../cli/plural.ts";
import { sequenceLaws } from "../laws/index.ts";
import type { Result } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";

type Verdict = Pick<Result, "id" | "verdict" | "judged">;

interface Run {
  readonly results: readonly Verdict[];
}

/** `since the last run: 1 fixed (auth.expired-key), 1 new (body.is-json), 3 still fail`. A warning is not a failure. */
export function changesBetween(before: Run, after: Run): string {
  const isIn = ({ results }: Run, holds: (result: Verdict) => boolean) => {
    const ids = new Set(results.filter(holds).map(({ id }) => id));
    return ({ id }: Verdict) => ids.has(id);
  };
  const [wasJudged, wasFound] = [isIn(before, isJudged), isIn(before, isViolated)];
  const isJudgedNow = isIn(after, isJudged);
  // If the run was stopped, a law has seen only the responses up to there.
  const isWhole = after.results.every(({ verdict }) => verdict !== "inconclusive");
  const passes = isIn(after, ({ verdict, judged }) => verdict === "pass" && (isWhole || judged === undefined));
  const isFound = isIn(after, isViolated);
  const found = after.results.filter(isViolated);
  const gone = before.results.filter((result) => isViolated(result) && !isFound(result));
  const passing = gone.filter(passes);
  const still = found.filter(wasFound);
  const fail = still.filter(({ verdict }) => verdict === "fail").length;
  const warnings = still.length - fail;
  const parts = [
    ...named(
      passing.filter((result) => !restsOnTimes(result)),
      "fixed",
    ),
    ...named(passing.filter(restsOnTimes), "fixed or not seen this time, which depends on when requests arrive"),
    ...named(
      found.filter((result) => wasJudged(result) && !wasFound(result)),
      "new",
    ),
    ...named(
      found.filter((result) => !wasJudged(result)),
      "not judged before",
    ),
    ...named(
      gone.filter((result) => !passes(result)),
      "found before and not judged now",
    ),
    ...named(
      before.results.filter((result) => result.verdict === "pass" && !isJudgedNow(result)),
      "not judged any more",
    ),
    ...(fail === 0 ? [] : [`${fail} still ${fail === 1 ? "fails" : "fail"}`]),
    ...(warnings === 0 ? [] : [`${plural(warnings, "warning")} as before`]),
  ];
  const nothing = after.results.some(isJudged) ? "no change, and nothing fails" : "nothing was judged";
  return `since the last run: ${parts.join(", ") || nothing}`;
}

/** §8: what a limiter shows depends on when the requests arrive. */
const restsOnTimes = ({ id }: Verdict) => sequenceLaws.some((law) => law.id === id && id.startsWith("limit."));

const named = (results: readonly Verdict[], what: string) =>
  results.length === 0 ? [] : [`${results.length} ${what} (${results.map(nameOf).join(", ")})`];

const nameOf = ({ id, verdict }: Verdict) => (verdict === "warn" ? `${id}, a warning` : id);
