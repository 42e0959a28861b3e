import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LimitAlgorithm } from "./algorithm.ts";
import { AlignedWindow } from "./aligned-window.ts";
import { FixedWindow } from "./fixed-window.ts";
import { SlidingCounter } from "./sliding-counter.ts";
import { SlidingLog } from "./sliding-log.ts";
import { TokenBucket } from "./token-bucket.ts";

const algorithms: readonly (readonly [string, () => LimitAlgorithm])[] = [
  ["fixed window", () => new FixedWindow()],
  ["aligned window", () => new AlignedWindow()],
  ["sliding log", () => new SlidingLog()],
  ["sliding log that counts rejected requests", () => new SlidingLog({ countsRejected: true })],
  ["sliding counter", () => new SlidingCounter()],
  ["sliding window of four segments", () => new SlidingLog({ segments: 4 })],
  ["token bucket", () => new TokenBucket()],
  ["token bucket that is filled in chunks", () => new TokenBucket({ chunks: 4 })],
];

const windowMs = 60_000;
const start = Date.UTC(2026, 0, 1, 0, 0, 17, 500);
const limits = fc.integer({ min: 1, max: 20 });
/** Pauses between requests, in milliseconds: bursts, walks and rests. */
const walks = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }), fc.constant(windowMs)), {
  minLength: 1,
  maxLength: 120,
});

/** The times of the requests that were admitted. */
function admittedTimes(algorithm: LimitAlgorithm, limit: number, pauses: readonly number[]): number[] {
  let now = start;
  return pauses.flatMap((pause) => {
    now += pause;
    return algorithm.hit("org", now, limit, windowMs).admitted ? [now] : [];
  });
}

/** The most admitted requests within any `windowMs`. */
const densest = (times: readonly number[]) =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length));

describe.each(algorithms)("%s", (_name, create) => {
  it("admits the limit in a burst, reports how many remain, then refuses", () => {
    fc.assert(
      fc.property(limits, (limit) => {
        const algorithm = create();
        for (let left = limit - 1; left >= 0; left -= 1) {
          expect(algorithm.hit("org", start, limit, windowMs)).toMatchObject({
            limit,
            admitted: true,
            remaining: left,
          });
        }
        expect(algorithm.hit("org", start, limit, windowMs)).toMatchObject({ limit, admitted: false, remaining: 0 });
      }),
    );
  });

  it("never admits more than twice the limit within a window", () => {
    fc.assert(
      fc.property(limits, walks, (limit, pauses) => {
        expect(densest(admittedTimes(create(), limit, pauses))).toBeLessThanOrEqual(2 * limit);
      }),
    );
  });

  it("serves again after it was left alone for a window and two requests' time", () => {
    fc.assert(
      fc.property(limits, walks, (limit, pauses) => {
        const algorithm = create();
        admittedTimes(algorithm, limit, pauses);
        const later = start + pauses.reduce((sum, pause) => sum + pause, 0) + windowMs + (2 * windowMs) / limit;
        expect(algorithm.hit("org", later, limit, windowMs).admitted).toBe(true);
      }),
    );
  });

  it("keeps buckets apart, and looks without counting", () => {
    fc.assert(
      fc.property(limits, walks, (limit, pauses) => {
        const algorithm = create();
        admittedTimes(algorithm, limit, pauses);
        const now = start + pauses.reduce((sum, pause) => sum + pause, 0);
        const before = algorithm.peek("org", now, limit, windowMs);
        expect(algorithm.peek("org", now, limit, windowMs)).toEqual(before);
        expect(algorithm.hit("org", now, limit, windowMs).admitted).toBe(before.admitted);
        expect(algorithm.hit("other", now, limit, windowMs)).toMatchObject({ admitted: true, remaining: limit - 1 });
      }),
    );
  });

  it("takes a count back", () => {
    const algorithm = create();
    algorithm.hit("org", start, 5, windowMs);
    algorithm.hit("org", start, 5, windowMs);
    algorithm.decrement("org");
    expect(algorithm.hit("org", start, 5, windowMs).remaining).toBe(3);
  });

  it("resets in the future, within a window", () => {
    fc.assert(
      fc.property(limits, walks, (limit, pauses) => {
        const algorithm = create();
        admittedTimes(algorithm, limit, pauses);
        const now = start + pauses.reduce((sum, pause) => sum + pause, 0);
        const { resetAt } = algorithm.hit("org", now, limit, windowMs);
        expect(resetAt).toBeGreaterThan(now);
        expect(resetAt).toBeLessThanOrEqual(now + windowMs + 1);
      }),
    );
  });
});

it("a sliding log admits at most the limit within any window", () => {
  fc.assert(
    fc.property(limits, walks, (limit, pauses) => {
      expect(densest(admittedTimes(new SlidingLog(), limit, pauses))).toBeLessThanOrEqual(limit);
    }),
  );
});

it("a fixed window starts with its first request, an aligned one with the clock", () => {
  expect(new FixedWindow().hit("org", start, 3, windowMs).resetAt).toBe(start + windowMs);
  expect(new AlignedWindow().hit("org", start, 3, windowMs).resetAt).toBe(Date.UTC(2026, 0, 1, 0, 1));
});

it("a rejected request prolongs a log only where it counts", () => {
  const admittedAfterKnocking = (log: SlidingLog) => {
    log.hit("org", start, 1, windowMs);
    log.hit("org", start + windowMs - 1, 1, windowMs);
    return log.hit("org", start + windowMs, 1, windowMs).admitted;
  };
  expect(admittedAfterKnocking(new SlidingLog())).toBe(true);
  expect(admittedAfterKnocking(new SlidingLog({ countsRejected: true }))).toBe(false);
});
