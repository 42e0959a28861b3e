/** The result of a check: the same for laws, cases and reports. Laws import this file, also inside k6: no npm. */
import type { OperationId } from "../../spec/contract.ts";

interface Evidence {
  /** Indexes of the exchanges that prove the verdict; empty for a law over one exchange, which its caller knows. */
  readonly exchanges: readonly number[];
}

interface Pass extends Evidence {
  readonly verdict: "pass";
}

/** What the document requires, and what the target did. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
}

/** A difference, and the indexes of all exchanges with it. */
export interface Finding extends Difference, Evidence {}

export interface Fail extends Evidence, Difference {
  readonly verdict: "fail";
  /** Further differences in the same exchange. */
  readonly others?: readonly Difference[];
  /** All differences that a law found, over all exchanges; if absent, the failure is the only one. */
  readonly findings?: readonly Finding[];
  /** The index of the exchange that `actual` describes; by default the last of `exchanges`. */
  readonly shown?: number;
}

/**
 * What it means for the clause that a check was skipped. `no-action`: the target need not have what is missing, so
 * --complete does not ask for it. `clause-open`: the clause is not judged, even if other checks of it pass.
 */
export type SkipEffect = "no-action" | "clause-open";

/** The check proved nothing; `reason` says why. */
export interface Unjudged extends Evidence {
  /**
   * `not-applicable`: the law has nothing to judge in this exchange; its reason, if any, becomes that of the skip ·
   * `skip`: the target lacks what the check needs · `inconclusive`: there is no response that can be judged · `broken`:
   * an error of the suite.
   */
  readonly verdict: "not-applicable" | "skip" | "inconclusive" | "broken";
  readonly reason: string;
  /** For a skip: the operations whose responses lack what is missing. */
  readonly dependsOn?: readonly OperationId[];
  readonly effect?: SkipEffect;
}

export type Verdict = Pass | Fail | Unjudged;

/** The verdicts in a report. `warn`: a known failure; or an implied clause does not hold, unless the run is strict. */
export type ReportedVerdict = Exclude<Verdict["verdict"], "not-applicable"> | "warn";

/** The clause does not hold: this fails the run or is a warning. */
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

/** The sentence in a report; empty for a pass. */
export function messageOf(verdict: Verdict): string {
  if (verdict.verdict === "pass") return "";
  if (verdict.verdict === "fail") return `expected ${verdict.expected}; actual ${verdict.actual}`;
  return `${verdict.reason}${verdict.effect === "no-action" ? "; no action is needed" : ""}`;
}

/** A check and its result. */
export interface Judged {
  readonly check: { readonly id: string; readonly clause: string; readonly claim: string };
  readonly verdict: Verdict;
  /** For a law: how many exchanges it judged, and how many of them failed. */
  readonly judged?: number;
  readonly failed?: number;
  /** In a load run with several scenarios: the one in which the check failed. */
  readonly scenario?: string;
}
