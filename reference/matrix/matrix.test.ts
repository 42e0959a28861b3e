import { describe, expect, it } from "vitest";
import { expectedCheck, fails, other, runOf, sampleMatrix } from "./sample.test.support.ts";

const mutant = "expired-key-accepted";
const combination = "limiter-gcra+reset-fraction";
const rowOf = async (runs: Parameters<typeof sampleMatrix>[0], id = mutant) => {
  const matrix = await sampleMatrix(runs);
  return { matrix, row: [...matrix.mutants, ...matrix.variants].find((row) => row.id === id) };
};

describe("the matrix", () => {
  it("ends with 0 where every fault is found by a check of its clause, without a false positive", async () => {
    const { matrix, row } = await rowOf({ [mutant]: runOf(mutant, { [expectedCheck]: fails(7), [other]: fails(3) }) });
    expect(matrix.exitCode).toBe(0);
    expect(row).toMatchObject({
      verdict: "killed",
      killedBy: [expectedCheck],
      alsoFailed: [other],
      requestsToFailure: 7,
    });
    expect(matrix.medianRequestsToFailure).toBe(92);
  });

  it.each([
    ["alive", "a mutant on which nothing fails", runOf(mutant)],
    ["by-other-clauses", "one that only another clause's check finds", runOf(mutant, { [other]: fails(3) })],
  ])("ends with 1 for %s: %s", async (verdict, _what, run) => {
    const { matrix, row } = await rowOf({ [mutant]: run });
    expect(row).toMatchObject({ verdict, killedBy: [], requestsToFailure: null });
    expect(matrix.exitCode).toBe(1);
  });

  it("ends with 1 where a check kills nothing of its clause", async () => {
    const mutants = (await sampleMatrix()).mutants.map(({ id }) => id);
    const matrix = await sampleMatrix(Object.fromEntries(mutants.map((id) => [id, runOf(id, { [other]: fails(1) })])));
    expect(matrix.checks.find(({ id }) => id === expectedCheck)).toMatchObject({ kills: [], isIdle: true });
    expect(
      matrix.checks.find(({ id }) => id === other),
      "its clause was not asked for",
    ).toMatchObject({ isIdle: null });
    expect(matrix.exitCode).toBe(1);
  });

  it("ends with 1 where the suite lacks a check of the ledger", async () => {
    const reference = runOf("reference");
    const verdicts = reference.verdicts.filter(({ id }) => id !== other);
    expect(await sampleMatrix({ reference: { ...reference, verdicts } })).toMatchObject({
      missing: [other],
      exitCode: 1,
    });
  });

  it.each(["reference", "limiter-gcra", combination])("ends with 1 where %s has a false positive", async (id) => {
    for (const verdict of ["fail", "inconclusive", "broken"] as const) {
      const run = runOf(id, { [expectedCheck]: { verdict, message: "why" } });
      const { matrix, row } = await rowOf({ [id]: { ...run, shrunkTo: ["limiter-gcra"] } }, id);
      expect(row).toMatchObject({ verdict: "false-positive", against: [`${expectedCheck} (stated): ${verdict}: why`] });
      expect(matrix.exitCode).toBe(1);
    }
  });

  it("ends with 1 where a legal choice leaves a stated clause unjudged without saying so", async () => {
    const run = { ...runOf("limiter-gcra"), unjudged: ["auth.key-expiry"] };
    const { matrix, row } = await rowOf({ "limiter-gcra": run }, "limiter-gcra");
    expect(row).toMatchObject({ against: ["auth.key-expiry could not be judged"] });
    expect(matrix.exitCode).toBe(1);
  });

  it.each([
    ["a run failed", { id: mutant, failure: "no verdict after 60 s" }],
    ["a check broke", runOf(mutant, { [other]: { verdict: "broken", message: "a fault of the suite" } })],
  ])("ends with 3 where %s, unless something else does not hold", async (_what, judged) => {
    const { matrix, row } = await rowOf({ [mutant]: judged });
    expect(row).toMatchObject({ verdict: "unjudged", killedBy: [] });
    expect(matrix.exitCode).toBe(3);
    const further = await sampleMatrix({ [mutant]: judged, "expiry-in-seconds": runOf("expiry-in-seconds") });
    expect(further.exitCode).toBe(1);
  });

  it("says of a run that was cut only what was seen of it", async () => {
    const run = { ...runOf(mutant, { [expectedCheck]: fails(7), [other]: fails(3) }), isEndedEarly: true };
    const { row } = await rowOf({ [mutant]: run });
    expect(row).toMatchObject({ verdict: "killed", killedBy: [expectedCheck], alsoFailed: null, exitCode: null });
  });

  it("names for each check the mutants that it alone kills", async () => {
    const { checks, mutants } = await sampleMatrix();
    const check = checks.find(({ id }) => id === expectedCheck);
    expect(check?.soleKills).toEqual(mutants.map(({ id }) => id));
  });
});
