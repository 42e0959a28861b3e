/** What a check is worth: without it the matrix does not hold. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checksFor, loadChecks } from "../../conformance/checks.ts";
import { loadContract } from "../../spec/contract.ts";
import { runMatrix } from "./run.ts";

const checks = checksFor(await loadChecks(), loadContract());
const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);

/** One of each kind. */
const sample = (["case", "law", "sequence"] as const).flatMap((kind) => {
  const ids = checks.filter((one) => one.kind === kind).map(({ check }) => check.id);
  return fc.sample(fc.constantFrom(...ids), { seed, numRuns: 1 });
});

it.each(sample)(`without %s a mutant lives (FPK_SEED=${seed})`, { timeout: 60_000 }, async (id) => {
  const matrix = await runMatrix({ only: [id], without: [id], seed, threads: 0 });
  expect(matrix).toMatchObject({ exitCode: 1, missing: [id], without: [id] });
  expect(matrix.mutants.filter(({ verdict }) => verdict !== "killed")).not.toEqual([]);
});
