import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { checksFor, loadChecks } from "../../conformance/checks.ts";
import { conform, type Report } from "../../conformance/index.ts";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { startReference } from "../start.ts";
import { loadMutants, type Mutant } from "./index.ts";

const [mutants, all] = await Promise.all([loadMutants(), loadChecks()]);
const checks = checksFor(all, loadContract());

/** The whole suite against the reference, in process, with or without one fault. */
async function judge(mutant?: Mutant, strict = false): Promise<Report> {
  const clock = virtualClock(Date.now());
  const reference = await startReference({ clock, mutant });
  try {
    return await conform({ ...reference.target, clock, seed: 1, strict });
  } finally {
    await reference.close();
  }
}

const known = new Map<Mutant, Promise<Report>>();

/** Each mutant is judged once. */
function reportOn(mutant: Mutant): Promise<Report> {
  const report = known.get(mutant) ?? judge(mutant);
  known.set(mutant, report);
  return report;
}

const findingsOf = ({ results }: Report) => results.filter(({ verdict }) => verdict === "fail");

const told = (report: Report) => findingsOf(report).map(({ id, message }) => `${id}: ${message}`);

/** The checks that fail, and judge the clause that the mutant breaks. */
const killersOf = ({ clause }: Mutant, report: Report) => findingsOf(report).filter((one) => one.clause === clause);

const isStated = ({ clause }: Mutant) => findClause(clause)?.level === "stated";

it("the reference as it is conforms, strictly, and every stated clause is judged", async () => {
  const report = await judge(undefined, true);
  expect(told(report)).toEqual([]);
  expect(report.clauses.unjudged).toEqual([]);
  expect(report.exitCode).toBe(0);
});

describe("a check of its own clause finds the mutant", () => {
  it.each(mutants.map((mutant) => ({ id: mutant.id, mutant })))(
    "$id",
    async ({ mutant }) => {
      const report = await reportOn(mutant);
      expect(killersOf(mutant, report), `what failed: ${told(report).join("\n") || "nothing"}`).not.toEqual([]);
      // A fault against an implied clause may break a stated one besides; alone it is a warning.
      const isViolation = isStated(mutant) || findingsOf(report).some(({ level }) => level === "stated");
      expect(report.exitCode, told(report).join("\n")).toBe(isViolation ? 1 : 0);
    },
    20_000,
  );
});

it("a fault against an implied clause fails a strict run", async () => {
  const implied = mutants.find((mutant) => !isStated(mutant));
  expect(implied && (await judge(implied, true)).exitCode).toBe(1);
});

it("every check finds a mutant of its clause", async () => {
  const killers = new Set<string>();
  for (const mutant of mutants) for (const { id } of killersOf(mutant, await reportOn(mutant))) killers.add(id);
  const idle = checks.filter(({ check }) => !killers.has(check.id)).map(({ check }) => `${check.id} (${check.clause})`);
  expect(idle).toEqual([]);
}, 120_000);
