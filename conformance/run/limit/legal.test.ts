/** No legal limiter ever fails a stated law, and fails an implied one only where sessions do not count. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legalRules } from "../../testing/simulated-limiters/faults.ts";
import { legalRuns } from "../../testing/simulated-limiters/legal-runs.ts";
import { simulatedRun } from "../../testing/simulated-limiters/run.ts";

/** More runs, or others: `RUNS=5000 FPK_SEED=7 npx vitest run conformance/run/limit/legal.test.ts`. */
const runs = Number(process.env.RUNS ?? 800);

describe("a legal limiter", () => {
  it("is never failed", async () => {
    await fc.assert(
      fc.asyncProperty(legalRuns, async ({ choices, shape }) => {
        const run = await simulatedRun(legalRules(choices), shape);
        const allowed = choices.countsSessions ? [] : ["limit.shared-by-sessions"];
        const wrong = run.failed.filter((id) => !allowed.includes(id));
        expect(wrong.map((id) => [id, run.verdicts[id]])).toEqual([]);
      }),
      { numRuns: runs },
    );
  }, 600_000);
});
