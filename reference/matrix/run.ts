/** Runs the kill matrix. */
import { matrixOf } from "./matrix.ts";
import type { Matrix } from "./matrix-report.ts";
import { type Plan, planOf } from "./plan.ts";
import { judgeAll, type PoolOptions } from "./pool.ts";
import type { JudgedSubject } from "./subject.ts";

export interface MatrixOptions extends PoolOptions {
  /** Ids of mutants, variants, combinations (`one+other`), checks and clauses; all are judged if there are none. */
  readonly only?: readonly string[] | undefined;
  /** The seed that chooses the combinations of variants. */
  readonly seed: number;
  /** Checks that are left out of the suite, so that mutants that only they kill stay alive. */
  readonly without?: readonly string[] | undefined;
  /**
   * Whether each mutant is judged to the end, even after a check of its clause has failed, and each variant alone, too; always true
   * with `only`.
   */
  readonly whole?: boolean | undefined;
  /** Called with the plan before the first subject is judged. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
}

/** The matrix of a run. Throws `UsageError` if `only` contains an unknown id. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const { seed, only = [], without = [] } = options;
  const plan = await planOf(only, seed, options.whole);
  options.onPlan?.(plan);
  const startedAt = performance.now();
  const threads = Math.min(options.threads, plan.subjects.length);
  const matrix = (judged: readonly JudgedSubject[]) => {
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return matrixOf(plan, judged, { seed, seconds, threads, without });
  };

  // A clause without its only check has nothing to judge by itself.
  const isWhole = options.whole || plan.isPartial || without.length > 0;
  const clauses = new Map(isWhole ? [] : plan.mutants.map(({ id, clause }) => [id, clause]));
  const tasks = plan.subjects.map((subject) => ({ subject, without, untilFailureOf: clauses.get(subject.id) }));
  const judged = await judgeAll(tasks, options);
  const first = matrix(judged);
  const cut = cutBeforeIdle(first);
  if (cut.length === 0) return first;
  const whole = plan.subjects.filter(({ id }) => cut.includes(id)).map((subject) => ({ subject, without }));
  const again = await judgeAll(whole, { ...options, onJudged: undefined });
  return matrix([...again, ...judged.filter(({ id }) => !cut.includes(id))]);
}

/** The mutants whose runs were cut before an idle check of their clause might have failed on them. */
function cutBeforeIdle({ mutants, checks }: Matrix): readonly string[] {
  const idle = new Set(checks.filter(({ isIdle }) => isIdle === true).map(({ clause }) => clause));
  return mutants.filter(({ isCut, clause }) => isCut && idle.has(clause)).map(({ id }) => id);
}
