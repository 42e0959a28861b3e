/** Every check of the suite, with its clause: what `explain`, `--only` and the ledger's tests go by. */
import { nearest } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Contract } from "../../spec/contract.ts";
import { type Clause, findClause } from "../../spec/ledger.ts";
import type { SuiteCase } from "../cases/case.ts";
import { loadCases } from "../cases/index.ts";
import { laws, sequenceLaws } from "../laws/index.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import type { Check, Law } from "../model/check.ts";

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

/** What it judges shows only where the limit is crossed. */
export const isLimiterLaw = ({ kind, check }: AnyCheck): boolean =>
  kind === "sequence" && check.needs?.limitExceeded === true;

type Ids = Pick<Check, "id" | "clause">;

export function clauseOf(check: Ids): Clause {
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
  skips({ id, clause }: Ids): boolean {
    return this.#skip.has(id) || this.#skip.has(clause);
  }

  has(check: Ids): boolean {
    if (this.skips(check)) return false;
    return this.#only.size === 0 || this.#only.has(check.id) || this.#only.has(check.clause);
  }

  /** Ids that name neither a check nor a clause. */
  unknown(checks: readonly AnyCheck[]): readonly string[] {
    const known = new Set(checks.flatMap(({ check }) => [check.id, check.clause]));
    return [...this.#only, ...this.#skip].filter((id) => !known.has(id));
  }
}

/** Throws `UsageError` where `only` or `skip` name what is not there, or leave nothing to run. */
export function select(
  checks: readonly AnyCheck[],
  { only, skip }: { readonly only?: readonly string[] | undefined; readonly skip?: readonly string[] | undefined },
): Selection {
  const selection = new Selection(only, skip);
  const [unknown] = selection.unknown(checks);
  if (unknown !== undefined) {
    const near = nearest(
      unknown,
      checks.flatMap(({ check }) => [check.id, check.clause]),
    );
    const hint = near === undefined ? "fpk explain lists them" : `did you mean ${near}?`;
    throw new UsageError(`no check and no clause that is judged is called "${unknown}"; ${hint}`);
  }
  if (!checks.some(({ check }) => selection.has(check))) {
    throw new UsageError("--only and --skip leave no check to run");
  }
  return selection;
}
