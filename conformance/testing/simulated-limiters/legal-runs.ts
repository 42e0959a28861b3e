/** Any legal limiter, and any run against it, as fast-check draws them. */
import fc from "fast-check";
import { clockToleranceMs } from "../../laws/limiter/history.ts";
import { algorithmNames } from "./algorithms.ts";
import type { LegalChoices } from "./rules.ts";
import type { RunShape } from "./run.ts";

export interface LegalRun {
  readonly choices: LegalChoices;
  readonly shape: RunShape;
}

/** The implied laws that it may fail: where sessions do not count, and where a gateway has a limit of its own. */
export const mayFail = ({ choices }: LegalRun): readonly string[] => [
  ...(choices.countsSessions ? [] : ["limit.shared-by-sessions"]),
  ...(Number.isFinite(choices.maxConcurrent) ? ["limit.not-early"] : []),
];

const tiers = [
  { limit: 100, windowSeconds: 60 },
  { limit: 20, windowSeconds: 2 },
  { limit: 10, windowSeconds: 1 },
  { limit: 5, windowSeconds: 1 },
  { limit: 100, windowSeconds: 10 },
];

/** From 0 to 1, evenly: of the doubles in between, most are next to 0. */
const share = fc.integer({ min: 0, max: 10_000 }).map((at) => at / 10_000);
const oftenZero = (drawn: fc.Arbitrary<number>) => fc.oneof(fc.constant(0), drawn);

const choices = fc.record({
  algorithm: fc.constantFrom(...algorithmNames),
  rateLimit: fc.constantFrom(...tiers),
  phase: share,
  parts: share.map((at) => 60 ** at),
  apart: oftenZero(share.map((at) => 2 * at - 1)),
  firstCost: fc.constantFrom(1, 1, 2, 3),
  skewMs: oftenZero(fc.integer({ min: -10_000, max: 10_000 })),
  resetUnit: fc.constantFrom("seconds left", "seconds since the epoch", "milliseconds since the epoch"),
  remainingIncludesSelf: fc.boolean(),
  countsInTwoSteps: fc.boolean(),
  maxConcurrent: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 12, 6),
  countsRejected: fc.boolean(),
  reportsBelowZero: fc.boolean(),
  countsErrors: fc.boolean(),
  countsExpired: fc.boolean(),
  countsSessions: fc.boolean(),
});

const shapes = fc.record({
  latencyMs: fc.constantFrom(0, 2, 20, 120, 150, 300),
  jitter: fc.constantFrom(0, 0.2, 1),
  jitterMs: fc.constantFrom(0, 0, 20, 150),
  usedBefore: oftenZero(share),
  windowsBefore: share.map((at) => 2 * at),
  caseRequests: fc.integer({ min: 0, max: 75 }),
  hasThirdOrganization: fc.boolean(),
  endsInParallel: fc.boolean(),
  startsAt: fc.integer({ min: 1_790_000_000_000, max: 1_790_000_120_000 }),
});

export const legalRuns: fc.Arbitrary<LegalRun> = fc
  .tuple(choices, shapes)
  .map(([{ phase, apart, ...choices }, { usedBefore, windowsBefore, ...shape }]) => {
    const { limit, windowSeconds } = choices.rateLimit;
    const windowMs = windowSeconds * 1000;
    return {
      choices: {
        ...choices,
        phaseMs: Math.floor(phase * windowMs),
        expiryOffsetMs: apart * clockToleranceMs({ windowMs, limit }),
        // Where the whole limit is reported before it is counted, it shows that one request takes more than one.
        firstCost: choices.remainingIncludesSelf ? choices.firstCost : 1,
      },
      shape: {
        ...shape,
        usedBefore: Math.round(usedBefore * limit),
        usedBeforeMs: Math.floor(windowsBefore * windowMs),
      },
    };
  });
