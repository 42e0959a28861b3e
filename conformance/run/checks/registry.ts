/** Every check of the suite, and its clause. */
import type { Contract } from "../../../spec/contract.ts";
import { type Clause, findClause } from "../../../spec/ledger.ts";
import type { SuiteCase } from "../../cases/case.ts";
import { loadCases } from "../../cases/index.ts";
import { laws, sequenceLaws } from "../../laws/index.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import type { Check, Law } from "../../model/check.ts";

export type AnyCheck =
  | { readonly kind: "case"; readonly check: SuiteCase }
  | { readonly kind: "law"; readonly check: Law }
  | { readonly kind: "sequence"; readonly check: SequenceLaw };

export async function loadChecks(): Promise<readonly AnyCheck[]> {
  return [
    ...(await loadCases()).map((check) => ({ kind: "case", check }) as const),
    ...laws.map((check) => ({ kind: "law", check }) as const),
    ...sequenceLaws.map((check) => ({ kind: "sequence", check }) as const),
  ];
}

/** The law has something to judge only if the limit is crossed. */
export const isLimiterLaw = ({ kind, check }: AnyCheck): boolean =>
  kind === "sequence" && check.needs?.limitExceeded === true;

/**
 * Whether the check judges the requests that exceed the limit. A law with `dependsOn` need not: the cases send requests to these
 * operations.
 */
export const judgesCrossing = (each: AnyCheck): boolean =>
  each.kind === "case" ? each.check.lane === "last" : isLimiterLaw(each) || each.check.dependsOn === undefined;

export type Ids = Pick<Check, "id" | "clause">;

export function clauseOf(check: Ids): Clause {
  const clause = findClause(check.clause);
  if (clause === undefined) throw new Error(`${check.id} names no clause: ${check.clause}`);
  return clause;
}

/** Leaves out checks of open clauses, unless an overlay pins the target's choice. */
export function checksFor(checks: readonly AnyCheck[], contract: Contract): readonly AnyCheck[] {
  return checks.filter(({ check }) => contract.isOverlaid || clauseOf(check).kind !== "open");
}
