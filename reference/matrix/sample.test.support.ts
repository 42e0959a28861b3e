/** Runs that were never made: what the matrix makes of them is what is tested. */

import { boundLevel, isBinding } from "../../spec/level.ts";
import { matrixOf } from "./matrix.ts";
import type { Matrix } from "./matrix-report.ts";
import { judgedClauses, planOf } from "./plan.ts";
import type { CheckVerdict, JudgedSubject } from "./subject.ts";

/** The clause of these samples, its check, and a check of another clause. */
const clause = "auth.key-expiry";
export const expectedCheck = "auth.expired-key";
export const other = "body.is-json";

type Run = Exclude<JudgedSubject, { readonly failure: string }>;

/** Every check of the ledger passes but those named, which end so. */
export function runOf(id: string, verdicts: Readonly<Record<string, Partial<CheckVerdict>>> = {}): Run {
  const all = judgedClauses().flatMap(({ id: of, section, level, checks }) =>
    checks.map((check): CheckVerdict => {
      const passed = { verdict: "pass", message: "", requestsToFailure: null } as const;
      return { id: check, clause: of, section, level: boundLevel(level), ...passed, ...verdicts[check] };
    }),
  );
  const isViolated = all.some(({ verdict, level }) => verdict === "fail" && isBinding(level));
  const suite = { name: "fpk-conformance", version: "0.0.0", contract: "1.0.0" };
  return { id, exitCode: isViolated ? 1 : 0, requests: 210, suite, verdicts: all, unjudged: [], isEndedEarly: false };
}

export const fails = (requestsToFailure: number) =>
  ({ verdict: "fail", message: "expected <401>; actual 200\u001b[2J", requestsToFailure }) as const;

/** The matrix of the clause's mutants and a legal choice, all as they should be but for `runs`, by id. */
export async function sampleMatrix(runs: Readonly<Record<string, JudgedSubject>> = {}): Promise<Matrix> {
  const plan = await planOf([clause, "limiter-gcra", "limiter-gcra+reset-fraction"], 1);
  const judged = plan.subjects.map(
    ({ id, kind }) => runs[id] ?? runOf(id, kind === "mutant" ? { [expectedCheck]: fails(92) } : {}),
  );
  return matrixOf(plan, judged, { seed: 1, seconds: 1.5, threads: 2, without: [] });
}
