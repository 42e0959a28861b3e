/** No legal limiter ever fails a stated law, and fails an implied one only where sessions do not count. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmNames } from "../../testing/simulated-limiters/algorithms.ts";
import { type LegalChoices, legalRules } from "../../testing/simulated-limiters/faults.ts";
import { type RunShape, simulatedRun } from "../../testing/simulated-limiters/run.ts";

const tiers = [
  { limit: 100, windowSeconds: 60 },
  { limit: 20, windowSeconds: 2 },
  { limit: 10, windowSeconds: 1 },
  { limit: 5, windowSeconds: 1 },
  { limit: 100, windowSeconds: 10 },
];

interface LegalRun {
  readonly choices: LegalChoices;
  readonly shape: RunShape;
}

const legalRuns: fc.Arbitrary<LegalRun> = fc
  .record({
    algorithm: fc.constantFrom(...algorithmNames),
    rateLimit: fc.constantFrom(...tiers),
    phase: fc.double({ min: 0, max: 1, noNaN: true }),
    remainingIncludesSelf: fc.boolean(),
    readsApart: fc.boolean(),
    countsRejected: fc.boolean(),
    countsErrors: fc.boolean(),
    countsExpired: fc.boolean(),
    countsSessions: fc.boolean(),
    latencyMs: fc.constantFrom(0, 2, 20, 120, 150, 300),
    jitter: fc.constantFrom(0, 0.2, 1),
    usedBefore: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    windowsBefore: fc.double({ min: 0, max: 2, noNaN: true }),
    caseRequests: fc.integer({ min: 0, max: 75 }),
    startsAt: fc.integer({ min: 1_790_000_000_000, max: 1_790_000_120_000 }),
  })
  .map(({ phase, latencyMs, jitter, usedBefore, windowsBefore, caseRequests, startsAt, ...choices }) => {
    const { limit, windowSeconds } = choices.rateLimit;
    return {
      choices: { ...choices, phaseMs: Math.floor(phase * windowSeconds * 1000) },
      shape: {
        latencyMs,
        jitter,
        startsAt,
        usedBefore: Math.round(usedBefore * limit),
        usedBeforeMs: Math.floor(windowsBefore * windowSeconds * 1000),
        caseRequests,
      },
    };
  });

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
