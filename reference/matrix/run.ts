/** Runs the kill matrix. */
import { matrixOf } from "./matrix.ts";
import type { Matrix } from "./matrix-report.ts";
import { type Plan, planOf } from "./plan.ts";
import { judgeAll, type PoolOptions } from "./pool.ts";
import type { JudgedSubject } from "./subject.ts";

export interface MatrixOptions extends PoolOptions {
  /** Ids of mutants, variants, joins (`one+other`), checks and clauses; none: everything. */
  readonly only?: readonly string[] | undefined;
  /** Determines the joins of variants. */
  readonly seed: number;
  /** Checks that are left out of the suite: mutants that only they kill should then live. */
  readonly without?: readonly string[] | undefined;
  /** Judges each mutant to the end, also after a check of its clause has failed; true with `only`. */
  readonly whole?: boolean | undefined;
  /** Called with what will be judged, before it is judged. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
}

/** Throws `UsageError` if `only` contains an unknown id. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const { seed, only = [], without = [] } = options;
  const plan = await planOf(only, seed);
  options.onPlan?.(plan);
  const startedAt = performance.now();
  const threads = Math.min(options.threads, plan.subjects.length);
  const matrix = (judged: readonly JudgedSubject[]) => {
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return matrixOf(plan, judged, { seed, seconds, threads, without });
  };

  const isWhole = options.whole || plan.isPartial;
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

/** The mutants whose runs were cut although a check of their clause killed nothing, and might have killed them later. */
function cutBeforeIdle({ mutants, checks }: Matrix): readonly string[] {
  const idle = new Set(checks.filter(({ isIdle }) => isIdle === true).map(({ clause }) => clause));
  return mutants.filter(({ isCut, clause }) => isCut && idle.has(clause)).map(({ id }) => id);
}
