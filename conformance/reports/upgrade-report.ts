/** Reports of an earlier schema version, as the present one. */
import { isRecord } from "../../spec/contract.ts";
import { isBinding } from "../../spec/level.ts";
import { clausesInPart, countsOf } from "../model/counts.ts";
import type { Report, Result } from "../model/report.ts";

/** Upgrades a report of version 1, in which a violated implied clause was `fail`, and counts were missing. Returns any other value unchanged. */
export function upgraded(value: unknown): unknown {
  if (!isRecord(value) || value.schemaVersion !== 1 || !isVersion1(value)) return value;
  const results = value.results.map((result): Result => {
    const isWarning = result.verdict === "fail" && !isBinding(result.level) && !value.strict;
    return isWarning ? { ...result, verdict: "warn" } : result;
  });
  const clauses = { ...value.clauses, inPart: clausesInPart(results) };
  return { ...value, schemaVersion: 2, counts: countsOf(results), clauses, results };
}

/** Checks only what `upgraded` reads. The schema of the present version checks the rest. */
const isVersion1 = (value: object): value is Omit<Report, "schemaVersion" | "counts"> =>
  "results" in value &&
  Array.isArray(value.results) &&
  value.results.every(isRecord) &&
  "clauses" in value &&
  isRecord(value.clauses);
