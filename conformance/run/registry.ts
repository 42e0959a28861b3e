/** Every check of the suite, with its clause: what `explain`, `--only` and the ledger's tests go by. */
import type { Contract } from "../../spec/contract.ts";
import { type Clause, findClause } from "../../spec/ledger.ts";
import type { SuiteCase } from "../cases/case.ts";
import { loadCases } from "../cases/index.ts";
import { laws, sequenceLaws } from "../laws/index.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import type { Law } from "../model/check.ts";

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

/** The clause of a check. */
export function clauseOf(check: { readonly id: string; readonly clause: string }): Clause {
  const clause = findClause(check.clause);
  if (clause === undefined) throw new Error(`${check.id} names no clause: ${check.clause}`);
  return clause;
}

/** Checks of open clauses judge only where an overlay pins the choice. */
export function checksFor(checks: readonly AnyCheck[], contract: Contract): readonly AnyCheck[] {
  return checks.filter(({ check }) => contract.isOverlaid || clauseOf(check).kind !== "open");
}

/** Which checks a run judges, by ids of checks and clauses. */
export class Selection {
  readonly #only: ReadonlySet<string>;
  readonly #skip: ReadonlySet<string>;
  constructor(only: readonly string[] = [], skip: readonly string[] = []) {
    this.#only = new Set(only);
    this.#skip = new Set(skip);
  }

  /** `--skip` names it, or its clause. */
  skips({ id, clause }: { readonly id: string; readonly clause: string }): boolean {
    return this.#skip.has(id) || this.#skip.has(clause);
  }

  has({ id, clause }: { readonly id: string; readonly clause: string }): boolean {
    if (this.skips({ id, clause })) return false;
    return this.#only.size === 0 || this.#only.has(id) || this.#only.has(clause);
  }

  /** Ids that name neither a check nor a clause. */
  unknown(checks: readonly AnyCheck[]): readonly string[] {
    const known = new Set(checks.flatMap(({ check }) => [check.id, check.clause]));
    return [...this.#only, ...this.#skip].filter((id) => !known.has(id));
  }
}
