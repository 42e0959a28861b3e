/** The result of a check: one shape for laws, for cases, and for every report of them. Laws import this file, also inside k6: no npm. */
import type { OperationId } from "../../spec/contract.ts";

interface Evidence {
  /** Indexes of the exchanges on which the verdict rests. A law over single exchanges leaves them empty: the caller knows the index. */
  readonly exchanges: readonly number[];
}

interface Pass extends Evidence {
  readonly verdict: "pass";
}

/** What the document asks for, and what the target did. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
}

/** A difference, and the indexes of all exchanges that show it. */
export interface Finding extends Difference, Evidence {}

export interface Fail extends Evidence, Difference {
  readonly verdict: "fail";
  /** Further differences in the same exchange. */
  readonly others?: readonly Difference[];
  /** All that a law found, over all exchanges; if absent, the failure is the only finding. */
  readonly findings?: readonly Finding[];
  /** Index of the exchange whose response is `actual`; the last of `exchanges` by default. */
  readonly shown?: number;
}

/** The check proved nothing; `reason` says why. */
export interface Unjudged extends Evidence {
  /**
   * `not-applicable`: the law says nothing about this exchange; its reason, if any, is that of the skip · `skip`: the target lacks what the check needs ·
   * `inconclusive`: there is no answer that can be judged · `broken`: a fault of the suite.
   */
  readonly verdict: "not-applicable" | "skip" | "inconclusive" | "broken";
  readonly reason: string;
  /** For a skip: the operations whose answers lack what is missing. */
  readonly dependsOn?: readonly OperationId[];
}

export type Verdict = Pass | Fail | Unjudged;

/** The verdicts that a report knows. `warn`: an implied clause does not hold, in a run that is not strict; or the failure is a known one. */
export type ReportedVerdict = Exclude<Verdict["verdict"], "not-applicable"> | "warn";

/** The clause does not hold, whether that fails the run or warns. */
export const isViolated = ({ verdict }: { readonly verdict: ReportedVerdict }) =>
  verdict === "fail" || verdict === "warn";

export const isJudged = (result: { readonly verdict: ReportedVerdict }) =>
  result.verdict === "pass" || isViolated(result);

export const holds: Pass = { verdict: "pass", exchanges: [] };

export const notApplicable: Unjudged = { verdict: "not-applicable", reason: "", exchanges: [] };

export const fails = (of: Omit<Fail, "verdict" | "exchanges"> & Partial<Evidence>): Fail => ({
  verdict: "fail",
  exchanges: [],
  ...of,
});

export const unjudged = (
  verdict: Unjudged["verdict"],
  reason: string,
  exchanges: readonly number[] = [],
): Unjudged => ({ verdict, reason, exchanges });

/** The sentence that a report holds; empty for a pass. */
export function messageOf(verdict: Verdict): string {
  if (verdict.verdict === "pass") return "";
  return verdict.verdict === "fail" ? `expected ${verdict.expected}; actual ${verdict.actual}` : verdict.reason;
}

/** A check and its result. */
export interface Judged {
  readonly check: { readonly id: string; readonly clause: string; readonly claim: string };
  readonly verdict: Verdict;
  /** For a law: how many exchanges it judged, and how many of them failed. */
  readonly judged?: number;
  readonly failed?: number;
  /** In a load run with several scenarios: the one that shows it. */
  readonly scenario?: string;
}
