/** Writes the list of a report's failures, for a person to edit. */
import type { OperationId } from "../../spec/contract.ts";
import type { Report, Result } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";
import { findingsByOperation } from "./findings-by-operation.ts";
import { covers } from "./mark-known.ts";
import type { Baseline, KnownFailure } from "./read-baseline.ts";

/**
 * The entries are failures that fail the run, and known failures, in the order of the report. A new entry has an empty
 * reason. Entries of `before` keep their reasons and dates if they still fail or were not judged; those that passed are
 * left out.
 */
export function draftBaseline({ results, exchanges }: Report, before: Baseline = { known: [] }): Baseline {
  const judged = new Set(results.filter(isJudged).map(({ id }) => id));
  const failing = results.filter((result) => result.verdict === "fail" || (isViolated(result) && isListed(result)));
  return {
    ...before,
    known: [...before.known.filter(({ check }) => !judged.has(check)), ...failing.flatMap(entriesOf)],
  };

  function isListed({ id, known }: Result): boolean {
    return known !== undefined || before.known.some(({ check }) => check === id);
  }

  function entriesOf(result: Result): readonly KnownFailure[] {
    const operations = [...findingsByOperation(result, exchanges).keys()];
    const kept = before.known.filter(
      (entry) => entry.check === result.id && operations.some((operation) => covers(entry, operation)),
    );
    const others = operations.filter((operation) => !kept.some((entry) => covers(entry, operation)));
    return others.length === 0 ? kept : [...kept, { check: result.id, ...where(result, others), reason: "" }];
  }
}

/** For a law, all operations on which it fails. (A case stops at the first one.) */
function where({ judged }: Result, operations: readonly (OperationId | undefined)[]): Pick<KnownFailure, "operations"> {
  const known = operations.flatMap((operation) => operation ?? []);
  return judged === undefined || known.length < operations.length ? {} : { operations: known };
}
