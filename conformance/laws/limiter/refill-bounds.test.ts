import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyOf, rateLimit, readsOf, type Sent, session } from "./read.test.support.ts";
import {
  maxExpiredBetween,
  maxFreedBetween,
  maxFreedInChunks,
  maxRefilledBetween,
  maxRemainingByExpiry,
  minBetweenChunksMs,
  minRefilledIn,
  timerToleranceMs,
  wholeSecondMs,
} from "./refill-bounds.ts";

/** The history of these requests, and its last two exchanges. */
function lastTwo(...sent: readonly Sent[]) {
  const exchanges = readsOf(sent);
  const [first, last] = exchanges.slice(-2);
  if (first === undefined || last === undefined) throw new Error("needs two");
  return { history: historyOf(exchanges), first, last };
}

describe("what may have been given back", () => {
  it("is refilled at the rate of the limit, and half a second's more", () => {
    const { history, first, last } = lastTwo([0, 100], [700, 99]);
    // 100 a minute, in 720 ms.
    expect(maxRefilledBetween(history, first, last)).toBeCloseTo((720 + 500) / 600);
    expect(maxFreedBetween(history, first, last)).toBeCloseTo((720 + 500) / 600);
    // No more than one request's, where the limit is of a shorter window.
    expect(maxRefilledBetween({ ...history, windowMs: 6000 }, first, last)).toBeCloseTo((720 + 60) / 60);
  });

  it("is refilled by a sliding counter at the rate at which it was used, where more than the limit may count", () => {
    const sessions = Array.from({ length: 200 }, (_, at): Sent => [at * 30, 50, session]);
    const { history, first, last } = lastTwo(...sessions, [100_000, 100], [100_700, 99]);
    expect(maxRefilledBetween(history, first, last)).toBeCloseTo((2.02 * (720 + 500)) / 600);
    const later = lastTwo(...sessions, [130_000, 100], [130_700, 99]);
    expect(maxRefilledBetween(later.history, later.first, later.last)).toBeCloseTo((720 + 500) / 600);
    const keys = Array.from({ length: 200 }, (_, at): Sent => [at * 30, 50]);
    const certain = lastTwo(...keys, [100_000, 100], [100_700, 99]);
    expect(maxRefilledBetween(certain.history, certain.first, certain.last)).toBeCloseTo((720 + 500) / 600);
  });

  it("is what was requested a window ago, or up to a third of one later", () => {
    const { history, first, last } = lastTwo(
      [-500, 100],
      [0, 99],
      [10_000, 98],
      [30_000, 97],
      [50_000, 50, session],
      [60_500, 99],
      [61_000, 98],
    );
    // From a window and 0.9 s before the first to a window less 20 s before the last.
    expect(maxExpiredBetween(history, first, last)).toBe(2);
    expect(maxExpiredBetween(history, first, last, wholeSecondMs)).toBe(1);
    // The two of the last 40 s still count.
    expect(maxRemainingByExpiry(history, last)).toBe(98);
  });

  it("may be what others had used before the run", () => {
    const { history, first, last } = lastTwo([0, 40], [700, 39]);
    expect(maxFreedBetween(history, first, last)).toBeCloseTo(60 + (720 + 500) / 600);
  });

  it("comes in chunks no sooner than they are refilled, less what timers are off", () => {
    const { history } = lastTwo([0, 100], [700, 99]);
    expect(minBetweenChunksMs(history, 50)).toBe(28_800);
    expect(timerToleranceMs(history)).toBe(1200);
    expect(timerToleranceMs({ ...history, windowMs: 2000 })).toBe(240);
  });
});

describe("what may have been given back in chunks of a size", () => {
  const inChunks = (maxChunk: number, ...sent: readonly Sent[]) => {
    const { history, first, last } = lastTwo(...sent);
    return maxFreedInChunks(history, first, last, maxChunk);
  };

  it("is what was refilled and a chunk, or what others had used, or what a log forgot", () => {
    expect(inChunks(2, [0, 100], [700, 99])).toBeCloseTo(2 + 720 / 600);
    expect(inChunks(12, [0, 100], [700, 99])).toBeCloseTo(12 + 720 / 600);
    expect(inChunks(2, [0, 40], [700, 39])).toBeCloseTo(60 + (720 + 500) / 600);
    const earlier = Array.from({ length: 10 }, (_, at): Sent => [at * 30, 100 - at]);
    expect(inChunks(2, ...earlier, [60_100, 99], [60_400, 98])).toBe(10);
  });

  it("includes what expires together with a segment, if chunks of more than two are possible", () => {
    const earlier = Array.from({ length: 10 }, (_, at): Sent => [at * 30, 100 - at]);
    expect(inChunks(3, ...earlier, [45_100, 99], [45_400, 98])).toBe(10);
    expect(inChunks(2, ...earlier, [45_100, 99], [45_400, 98])).toBeCloseTo(2 + 320 / 600);
  });
});

describe("what must have been refilled in chunks", () => {
  it("is all but one", () => {
    expect(minRefilledIn([20])).toBe(0);
    expect(minRefilledIn([20, 20])).toBe(19);
    expect(minRefilledIn([1, 1])).toBe(0);
    // Of different sizes, they may be of chunks of 33, of 15, or of small ones.
    expect(minRefilledIn([17, 34, 34])).toBe(66);
    expect(minRefilledIn([31, 15, 15])).toBe(45);
    expect(minRefilledIn([31, 10, 10, 10])).toBe(47);
  });

  it("is never more than what a timer refills from its first chunk to its last", () => {
    const chunks = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 });
    const fractions = fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true }));
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: rateLimit.limit / 4, noNaN: true }),
        chunks,
        fractions,
        (size, counts, of) => {
          const rises = counts.map((count) => Math.floor(count * size + (of.next().value ?? 0)));
          const refilled = (counts.reduce((sum, count) => sum + count, 0) - 1) * size;
          expect(minRefilledIn(rises)).toBeLessThanOrEqual(refilled + 1e-6);
        },
      ),
    );
  });
});
