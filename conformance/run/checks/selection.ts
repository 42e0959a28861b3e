/** The checks that the names in `--only` and `--skip` select. */
import { nearestNames } from "../../../cli/nearest-name.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { isOperationId, type OperationId, operationIds } from "../../../spec/contract.ts";
import { resources } from "../../model/resources.ts";
import { type AnyCheck, clauseOf, type Ids } from "./registry.ts";

/** The names that `only` and `skip` take, for help texts. */
export const selectable =
  "a check, a clause, a prefix (limit, 'auth.k*'), a section (8) or an operation (submitFeedback)";

export class Selection {
  readonly #only: readonly string[];
  readonly #skip: readonly string[];
  constructor(only: readonly string[] = [], skip: readonly string[] = []) {
    this.#only = only;
    this.#skip = skip;
  }

  /** `--skip` names the check or its clause. */
  skips(check: Ids): boolean {
    return this.#skip.some((name) => isCheckNamed(name, check));
  }

  has(check: Ids): boolean {
    if (this.skips(check)) return false;
    return this.#only.length === 0 || this.#only.some((name) => isCheckNamed(name, check));
  }

  /** The names that select no check. */
  unknown(checks: readonly AnyCheck[]): readonly string[] {
    const names = [...new Set([...this.#only, ...this.#skip])];
    return names.filter((name) => !checks.some(({ check }) => isCheckNamed(name, check)));
  }
}

/** Throws `UsageError` if `only` or `skip` contain an unknown name, or leave nothing to run. */
export function select(
  checks: readonly AnyCheck[],
  { only, skip }: { readonly only?: readonly string[] | undefined; readonly skip?: readonly string[] | undefined },
): Selection {
  const selection = new Selection(only, skip);
  const [unknown] = selection.unknown(checks);
  if (unknown !== undefined) {
    const ids = checks.flatMap(({ check }) => [check.id, check.clause]);
    const prefixes = ids.map((id) => id.split(".")[0] ?? id);
    const near = nearestNames(unknown.replace(/\.?\*$/, ""), [...new Set([...prefixes, ...ids, ...operationIds])]);
    const hint = near.length === 0 ? "fpk explain --checks lists the checks" : `did you mean ${near.join(" or ")}?`;
    throw new UsageError(`no check and no clause that is judged is called "${unknown}"; ${hint}`);
  }
  if (!checks.some(({ check }) => selection.has(check))) {
    throw new UsageError("--only and --skip leave no check to run");
  }
  return selection;
}

/** The cases with these ids, in this order, for `--sent-by`. Throws `UsageError` for any other id. */
export function casesNamed(ids: readonly string[], checks: readonly AnyCheck[]): readonly AnyCheck[] {
  const cases = checks.filter(({ kind }) => kind === "case");
  return ids.map((id) => {
    const found = cases.find(({ check }) => check.id === id);
    if (found !== undefined) return found;
    const near = nearestNames(
      id,
      cases.map(({ check }) => check.id),
    );
    const hint = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
    throw new UsageError(`--sent-by takes a check that sends requests, which ${JSON.stringify(id)} is not${hint}`);
  });
}

/** Whether a name of `--only` selects the check: its id, its clause, a prefix of these, a section or an operation. */
export function isCheckNamed(name: string, check: Ids): boolean {
  const [, section] = /^§?(\d+(?:\.\d+)*)$/.exec(name) ?? [];
  if (section !== undefined) return `${clauseOf(check).section}.`.startsWith(`${section}.`);
  if (isOperationId(name)) return concerns(name, check);
  const ids = [check.id, check.clause];
  if (name.endsWith("*")) return ids.some((id) => id.startsWith(name.slice(0, -1)));
  return ids.some((id) => `${id}.`.startsWith(`${name}.`));
}

/** The operations of the checks that this name selects. None if it selects no check, or none of a single operation. */
export function operationsNamed(name: string, checks: readonly AnyCheck[]): readonly OperationId[] {
  if (isOperationId(name)) return [name];
  const named = checks.filter(({ check }) => isCheckNamed(name, check));
  return operationIds.filter((operation) => named.some(({ check }) => concerns(operation, check)));
}

/** Words with which the ids of checks about an operation begin, besides the keys of its resources. */
const idPrefixes: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  submitFeedback: ["submission", "feedback"],
  getFeedbackStatus: ["feedback"],
  updateMe: ["profile"],
  inviteMember: ["invitation"],
};

/** The check's clause is the operation's, or the check is about a resource that the operation takes or returns. */
function concerns(operation: OperationId, check: Ids): boolean {
  if (clauseOf(check).operation === operation) return true;
  const shown = resources.filter(({ listedBy, shownBy }) => [...listedBy, ...shownBy].includes(operation));
  const words = [...shown.map(({ key }) => key), ...(idPrefixes[operation] ?? [])];
  return words.some((word) => check.id.startsWith(`${word}.`));
}
