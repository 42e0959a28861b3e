/** The matrix as a whole, with a worker that returns prepared verdicts. */
import { expect, it } from "vitest";
import { loadMutants } from "../changes/mutants/index.ts";
import { judgedClauses } from "./plan.ts";
import { runMatrix } from "./run.ts";
import { fails, runOf } from "./sample.test.support.ts";

const clauses = judgedClauses();
const clauseOf = Object.fromEntries((await loadMutants()).map(({ id, clause }) => [id, clause]));
const checksOf = Object.fromEntries(clauses.map(({ id, checks }) => [id, checks]));

/** The first check of a mutant's clause finds it and ends its run, unless that is whole: then all of them find it. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    const passed = ${JSON.stringify(runOf("reference"))};
    const failure = ${JSON.stringify(fails(7))};
    const clauseOf = ${JSON.stringify(clauseOf)};
    const checksOf = ${JSON.stringify(checksOf)};
    parentPort.on("message", ({ subject: { id }, untilFailureOf }) => {
      const isEndedEarly = untilFailureOf !== undefined;
      const failed = (checksOf[clauseOf[id]] ?? []).slice(0, isEndedEarly ? 1 : undefined);
      const verdicts = passed.verdicts.map((each) => (failed.includes(each.id) ? { ...each, ...failure } : each));
      parentPort.postMessage({ ...passed, id, verdicts, isEndedEarly });
    });
  `)}`,
);

it("ends runs with the failure of a mutant's clause, and judges to the end where a check of the clause came too late", async () => {
  const matrix = await runMatrix({ seed: 1, threads: 1, worker });
  expect(matrix.checks.filter(({ isIdle }) => isIdle !== false)).toEqual([]);
  for (const { isCut, clause, killedBy } of matrix.mutants) {
    const checks = checksOf[clause] ?? [];
    expect(isCut, clause).toBe(checks.length === 1);
    expect(killedBy).toEqual(checks);
  }
  const alone = matrix.checks.filter(({ soleKills }) => soleKills.length > 0).map(({ clause }) => clause);
  expect(new Set(alone)).toEqual(new Set(clauses.filter(({ checks }) => checks.length === 1).map(({ id }) => id)));
});

it.each([
  ["--whole", { whole: true }],
  ["--only", { only: clauses.map(({ id }) => id) }],
])("judges all to the end with %s", async (_name, options) => {
  const { mutants } = await runMatrix({ seed: 1, threads: 1, worker, ...options });
  expect(mutants.filter(({ isCut }) => isCut)).toEqual([]);
});
