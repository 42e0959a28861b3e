/** Every mutant is killed by a check of its clause, and every check kills one. `-t ID` judges one mutant alone. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { conform } from "../../conformance/index.ts";
import { checksFor, loadChecks } from "../../conformance/run/checks/registry.ts";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { isBinding } from "../../spec/level.ts";
import { loadMutants } from "../changes/mutants/index.ts";
import { loadVariants } from "../changes/variants/index.ts";
import { startReference } from "../start.ts";
import { judgeBefore } from "./judge-before.test.support.ts";
import { judgedClauses } from "./plan.ts";
import { runMatrix } from "./run.ts";

const mutants = await loadMutants();
const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);

/** All of them, by their clauses too: only then does the matrix say which check is idle. */
const everything = [...mutants, ...judgedClauses()].map(({ id }) => id);

const aboutAll = {
  idle: "every check finds a mutant of its clause",
  alone: "every check finds one that no other check of its clause finds",
  leftOut: `without a check, a mutant that it alone finds lives (FPK_SEED=${seed})`,
  ledger: "no check of the ledger is missing",
  readme: "the README shows the summary line as it is",
};

const matrix = judgeBefore((chosen) => {
  const needsAll = Object.values(aboutAll).some((name) => chosen.has(name));
  const some = mutants.map(({ id }) => id).filter((id) => chosen.has(id));
  // The reference as it is goes along with anything.
  const chosenOrReference = some.length > 0 ? some : everything.slice(0, 1);
  return { only: needsAll ? everything : chosenOrReference, seed: 1 };
});

it("the reference as it is conforms, strictly, and every stated clause is judged", () => {
  expect(matrix().variants.find(({ id }) => id === "reference")).toMatchObject({ verdict: "conforms", against: [] });
});

describe("a check of its own clause finds the mutant", () => {
  it.each(mutants.map(({ id }) => id))("%s", (id) => {
    const row = matrix().mutants.find((mutant) => mutant.id === id);
    if (row === undefined) throw new Error(`${id} was not judged`);
    const { verdict, reason, level, exitCode } = row;
    const alsoFailed = row.alsoFailed ?? [];
    expect(verdict, `${row.fault}; ${reason ?? `what failed: ${alsoFailed.join(", ") || "nothing"}`}`).toBe("killed");
    expect(row.requestsToFailure).toBeLessThanOrEqual(row.requests);
    // A fault against an implied clause may break a stated one besides; alone it is a warning.
    const failed = [...row.killedBy, ...alsoFailed].map((check) => matrix().checks.find((row) => row.id === check));
    const isViolation = [level, ...failed.map((check) => check?.level ?? "open")].some(isBinding);
    // One that is unsteady may leave a stated clause open.
    expect(isViolation ? [1] : [0, 3]).toContain(exitCode);
  });
});

it("a fault against an implied clause fails a strict run", async () => {
  const implied = mutants.find(({ clause }) => findClause(clause)?.level === "implied");
  const clock = virtualClock(Date.now());
  const reference = await startReference({ clock, mutant: implied });
  const report = await conform({ ...reference.target, clock, seed: 1, strict: true });
  await reference.close();
  expect(report.exitCode).toBe(1);
});

it(aboutAll.idle, () => {
  expect(matrix().checks.length).toBeGreaterThan(0);
  expect(
    matrix()
      .checks.filter(({ isIdle }) => isIdle !== false)
      .map(({ id, clause }) => `${id} (${clause})`),
  ).toEqual([]);
});

it(aboutAll.alone, () => {
  const spare = matrix()
    .checks.filter(({ soleKills }) => soleKills.length === 0)
    .map(({ id, clause }) => `${id} (${clause})`);
  expect(spare, "it could be deleted, and every mutant would still be killed").toEqual([]);
});

it(aboutAll.leftOut, async () => {
  const checks = checksFor(await loadChecks(), loadContract());
  for (const kind of ["case", "law", "sequence"] as const) {
    const ids = checks.filter((entry) => entry.kind === kind).map(({ check }) => check.id);
    const [id = ""] = fc.sample(fc.constantFrom(...ids), { seed, numRuns: 1 });
    const [mutant = ""] = matrix().checks.find((row) => row.id === id)?.soleKills ?? [];
    const reduced = await runMatrix({ only: [mutant], without: [id], seed, threads: 0 });
    expect(reduced).toMatchObject({ exitCode: 1, missing: [id], without: [id] });
    expect(reduced.mutants, `${mutant}, without ${id}`).toHaveLength(1);
    expect(["alive", "by-other-clauses"]).toContain(reduced.mutants[0]?.verdict);
  }
});

it(aboutAll.ledger, () => {
  expect(matrix().missing).toEqual([]);
});

it(aboutAll.readme, async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const line = /^✓ (\d+) of \1 mutants killed · (\d+) of \2 checks kill · (\d+) of \3 legal choices conform · /m.exec(
    readme,
  );
  const legal = (await loadVariants()).length;
  expect(line?.slice(1).map(Number)).toEqual([mutants.length, matrix().checks.length, legal]);
});
