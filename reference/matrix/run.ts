/** Runs the kill matrix. */

import { matrixOf } from "./matrix.ts";
import type { Matrix } from "./matrix-report.ts";
import { type Plan, planOf } from "./plan.ts";
import { judgeAll, type PoolOptions } from "./pool.ts";

export interface MatrixOptions extends PoolOptions {
  /** Ids of mutants, variants, joins (`one+other`), checks and clauses; none: everything. */
  readonly only?: readonly string[] | undefined;
  /** Determines the joins of variants. */
  readonly seed: number;
  /** Checks that are left out of the suite: mutants that only they kill should then live. */
  readonly without?: readonly string[] | undefined;
  /** Called with what will be judged, before it is judged. */
  readonly onPlan?: ((plan: Plan) => void) | undefined;
}

/** Throws `UsageError` if `only` contains an unknown id. */
export async function runMatrix(options: MatrixOptions): Promise<Matrix> {
  const { seed, threads, only = [], without = [] } = options;
  const plan = await planOf(only, seed);
  options.onPlan?.(plan);
  const startedAt = performance.now();
  const judged = await judgeAll(
    plan.subjects.map((subject) => ({ subject, without })),
    options,
  );
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return matrixOf(plan, judged, { seed, seconds, threads: Math.min(threads, plan.subjects.length), without });
}
