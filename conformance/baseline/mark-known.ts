/** Marks the known failures of a run, and finds entries of the list that no longer fit. */
import type { OperationId } from "../../spec/contract.ts";
import type { Report, Result } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { findingsByOperation } from "./findings-by-operation.ts";
import type { Baseline, KnownFailure } from "./read-baseline.ts";

interface Marked {
  /** The results, in which a known failure is a warning, with its reason. */
  readonly results: readonly Result[];
  /** Sentences about what to change in the baseline. Each fails the run. */
  readonly problems: readonly string[];
  /** Listed checks that were not judged, so that it is unknown whether they still fail. */
  readonly unjudged: readonly string[];
}

/** `today`: `2026-12-31`, in UTC. */
export function markKnown(
  results: readonly Result[],
  exchanges: Report["exchanges"],
  { known }: Baseline,
  today: string,
): Marked {
  const problems: string[] = [];
  const marked = results.map((result) => {
    const entries = known.filter(({ check }) => check === result.id);
    if (entries.length === 0) return result;
    if (result.verdict === "pass") problems.push(`${result.id} is listed and no longer fails: remove it`);
    return isViolated(result) ? judged(result, entries) : result;
  });
  const judgedIds = new Set(
    marked.filter(({ verdict }) => verdict === "pass" || isViolated({ verdict })).map(({ id }) => id),
  );
  const open = known.filter(({ check }) => !judgedIds.has(check));
  problems.push(...open.flatMap((entry) => problemOf(entry, today) ?? []));
  return { results: marked, problems, unjudged: [...new Set(open.map(({ check }) => check))] };

  function judged(result: Result, entries: readonly KnownFailure[]): Result {
    const failing = [...findingsByOperation(result, exchanges).keys()];
    const current = entries.filter((entry) => failing.some((operation) => covers(entry, operation)));
    for (const { check, operations = [] } of entries.filter((entry) => !current.includes(entry)))
      problems.push(
        `${check} is listed for ${operations.join(", ")} and no longer fails there: remove these operations from its entry`,
      );
    const valid = current.filter((entry) => {
      const problem = problemOf(entry, today);
      if (problem !== undefined) problems.push(problem);
      return problem === undefined;
    });
    const isListed = (operation: OperationId | undefined) => current.some((entry) => covers(entry, operation));
    const others = failing.filter((operation) => !isListed(operation));
    if (others.length > 0 && current.length > 0)
      problems.push(
        `${result.id} is listed for other operations, and also fails on ${others.map((each) => each ?? "no single operation").join(", ")}: fix it, or add that to its entry`,
      );
    const isKnown = failing.every((operation) => valid.some((entry) => covers(entry, operation)));
    return isKnown ? { ...result, verdict: "warn", known: knownBy(valid) } : result;
  }
}

/** An entry without operations concerns all of them. */
export const covers = ({ operations }: KnownFailure, operation: OperationId | undefined): boolean =>
  operations === undefined || (operation !== undefined && operations.includes(operation));

/** What is wrong with an entry; undefined if nothing is. */
function problemOf({ check, reason = "", until }: KnownFailure, today: string): string | undefined {
  if (reason.trim() === "") return `${check} is listed without a reason: add one`;
  if (until === undefined || today <= until) return undefined;
  return `${check} was listed until ${until}: fix it, or agree on another date`;
}

function knownBy(entries: readonly KnownFailure[]): NonNullable<Result["known"]> {
  const reason = [...new Set(entries.flatMap((entry) => entry.reason?.trim() ?? []))].join("; ");
  const [until] = entries.flatMap((entry) => entry.until ?? []).sort();
  return { reason, ...(until === undefined ? {} : { until }) };
}
