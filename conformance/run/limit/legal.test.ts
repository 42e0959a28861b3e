/** No legal limiter ever fails a stated law, and fails an implied one only where sessions do not count, or a gateway limits concurrency. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LegalRun, legalRuns, mayFail } from "../../testing/simulated-limiters/legal-runs.ts";
import { legalRules } from "../../testing/simulated-limiters/rules.ts";
import { simulatedRun } from "../../testing/simulated-limiters/run.ts";

/** More runs, or others: `RUNS=5000 FPK_SEED=7 npx vitest run conformance/run/limit/legal.test.ts`. */
const runs = Number(process.env.RUNS ?? 800);
/** Of one run, where other programs use the processors, too. */
const maxMsPerRun = 1000;

const plain = { skewMs: 0, resetUnit: "seconds left", phaseMs: 0, countsExpired: false } as const;
const steady = { jitter: 0, jitterMs: 0, startsAt: 1_790_000_000_000 };
const standard = { limit: 100, windowSeconds: 60 };

/** Drawn once, and failed. */
const examples: readonly (readonly [what: string, LegalRun])[] = [
  [
    "a window of the clock that is reset among so many requests that the value is the same before and after",
    {
      choices: {
        ...plain,
        algorithm: "fixed by the clock",
        rateLimit: { limit: 100, windowSeconds: 10 },
        firstCost: 1,
        remainingIncludesSelf: true,
        countsInTwoSteps: true,
        countsRejected: true,
        reportsBelowZero: true,
        countsErrors: false,
        countsSessions: false,
        expiryOffsetMs: 0,
      },
      shape: {
        ...steady,
        latencyMs: 300,
        caseRequests: 44,
        endsInParallel: true,
        startsAt: 1_790_000_086_850,
        usedBefore: 2,
        usedBeforeMs: 0,
      },
    },
  ],
  [
    "reported before counting, a bucket that gives one back in between, and that counts what it rejects",
    {
      choices: {
        ...plain,
        algorithm: "token bucket",
        rateLimit: { limit: 100, windowSeconds: 10 },
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: true,
        countsErrors: true,
        countsExpired: true,
        countsSessions: false,
        expiryOffsetMs: -150,
      },
      shape: { ...steady, latencyMs: 2, jitter: 1, jitterMs: 20, caseRequests: 33, usedBefore: 0, usedBeforeMs: 0 },
    },
  ],
  [
    "a timer that comes half a second late after requests that were rejected, and counted",
    {
      choices: {
        ...plain,
        algorithm: "token bucket filled twice a second",
        rateLimit: { limit: 10, windowSeconds: 1 },
        firstCost: 2,
        remainingIncludesSelf: true,
        countsRejected: true,
        countsErrors: false,
        countsSessions: true,
      },
      shape: { ...steady, latencyMs: 0, caseRequests: 0, usedBefore: 0, usedBeforeMs: 0 },
    },
  ],
  [
    "reported before counting, a slow answer with 0, and 1 before a 429",
    {
      choices: {
        ...plain,
        algorithm: "sliding counter that rounds up",
        rateLimit: standard,
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: false,
        expiryOffsetMs: -900,
      },
      shape: { ...steady, latencyMs: 300, caseRequests: 63, usedBefore: 3, usedBeforeMs: 32_760 },
    },
  ],
  [
    "reported before counting, a fast answer with 0 after a 429, and 1 before a 429",
    {
      choices: {
        ...plain,
        algorithm: "sliding window of 6 segments",
        rateLimit: { limit: 20, windowSeconds: 2 },
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: true,
        countsExpired: true,
        countsSessions: false,
        expiryOffsetMs: -150,
      },
      shape: {
        ...steady,
        latencyMs: 20,
        jitter: 1,
        caseRequests: 5,
        startsAt: 1_790_000_029_999,
        usedBefore: 1,
        usedBeforeMs: 1206,
      },
    },
  ],
  [
    "a timer that comes within each of three responses with the whole limit, since these come at its intervals",
    {
      choices: {
        ...plain,
        algorithm: "token bucket filled each 2 seconds",
        rateLimit: standard,
        phaseMs: 30_066,
        remainingIncludesSelf: true,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: true,
        countsSessions: false,
      },
      shape: { ...steady, latencyMs: 120, caseRequests: 55, usedBefore: 5, usedBeforeMs: 12 },
    },
  ],
  [
    "reported before counting, a bucket filled in step with reads that each take a fifth of that time",
    {
      choices: {
        ...plain,
        algorithm: "token bucket filled twice a second",
        rateLimit: { limit: 100, windowSeconds: 10 },
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: false,
      },
      shape: { ...steady, latencyMs: 20, caseRequests: 2, usedBefore: 0, usedBeforeMs: 10_346 },
    },
  ],
  [
    "reported before counting, a bucket that gives one back in between each time that one remained",
    {
      choices: {
        ...plain,
        algorithm: "token bucket",
        rateLimit: standard,
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: false,
      },
      shape: { ...steady, latencyMs: 120, caseRequests: 2, usedBefore: 0, usedBeforeMs: 0 },
    },
  ],
  [
    "a sliding counter whose first request costs three, of an organization that is read again after a window",
    {
      choices: {
        ...plain,
        algorithm: "sliding counter that rounds up",
        rateLimit: { limit: 10, windowSeconds: 1 },
        phaseMs: 359,
        firstCost: 3,
        remainingIncludesSelf: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: false,
      },
      shape: {
        ...steady,
        latencyMs: 2,
        caseRequests: 10,
        hasThirdOrganization: true,
        usedBefore: 0,
        usedBeforeMs: 0,
      },
    },
  ],
  [
    "a log whose first request costs three, of an organization that is first read long after the run began",
    {
      choices: {
        ...plain,
        algorithm: "sliding log",
        rateLimit: { limit: 5, windowSeconds: 1 },
        firstCost: 3,
        remainingIncludesSelf: true,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: false,
        expiryOffsetMs: 123.84,
      },
      shape: {
        ...steady,
        latencyMs: 150,
        jitter: 1,
        jitterMs: 150,
        caseRequests: 0,
        hasThirdOrganization: true,
        usedBefore: 0,
        usedBeforeMs: 0,
      },
    },
  ],
  [
    "a window whose count of rejected requests is reported below 0, also by the request that begins the next window",
    {
      choices: {
        ...plain,
        algorithm: "fixed from the first request",
        rateLimit: { limit: 100, windowSeconds: 10 },
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: true,
        reportsBelowZero: true,
        countsErrors: false,
        countsSessions: true,
        expiryOffsetMs: -150,
      },
      shape: { ...steady, latencyMs: 300, jitter: 1, caseRequests: 13, usedBefore: 0, usedBeforeMs: 0 },
    },
  ],
  [
    "a bucket whose timer runs out while requests are rejected until one is served, in two bursts",
    {
      choices: {
        ...plain,
        algorithm: "token bucket filled each second",
        rateLimit: { limit: 5, windowSeconds: 1 },
        phaseMs: 632,
        remainingIncludesSelf: true,
        countsRejected: false,
        countsErrors: true,
        countsExpired: true,
        countsSessions: false,
        expiryOffsetMs: -149.7,
      },
      shape: {
        ...steady,
        latencyMs: 20,
        caseRequests: 72,
        endsInParallel: true,
        startsAt: 1_790_000_014_435,
        usedBefore: 0,
        usedBeforeMs: 845,
      },
    },
  ],
  [
    "a sliding counter that gave a part back in a pause of a window, and one more in the answer with 0",
    {
      choices: {
        ...plain,
        algorithm: "sliding counter",
        rateLimit: { limit: 20, windowSeconds: 2 },
        phaseMs: 1642,
        remainingIncludesSelf: false,
        countsInTwoSteps: true,
        countsRejected: false,
        countsErrors: false,
        countsSessions: true,
      },
      shape: {
        ...steady,
        latencyMs: 2,
        caseRequests: 69,
        startsAt: 1_790_000_000_005,
        usedBefore: 11,
        usedBeforeMs: 150,
      },
    },
  ],
  [
    "a bucket into which rejected requests count, and whose first request cost two: it is never full again in between",
    {
      choices: {
        ...plain,
        algorithm: "token bucket",
        rateLimit: { limit: 5, windowSeconds: 1 },
        firstCost: 2,
        remainingIncludesSelf: true,
        countsInTwoSteps: true,
        countsRejected: true,
        countsErrors: false,
        countsSessions: true,
      },
      shape: { ...steady, latencyMs: 0, jitterMs: 150, caseRequests: 0, usedBefore: 0, usedBeforeMs: 0 },
    },
  ],
];

async function expectNotFailed(legal: LegalRun): Promise<void> {
  const run = await simulatedRun(legalRules(legal.choices), legal.shape);
  const wrong = run.failed.filter((id) => !mayFail(legal).includes(id));
  expect(wrong.map((id) => [id, run.verdicts[id]])).toEqual([]);
}

describe("a legal limiter", () => {
  it.each(examples)("is not failed: %s", (_, example) => expectNotFailed(example));

  it(
    "is never failed",
    async () => {
      await fc.assert(fc.asyncProperty(legalRuns, expectNotFailed), { numRuns: runs });
    },
    runs * maxMsPerRun,
  );
});
