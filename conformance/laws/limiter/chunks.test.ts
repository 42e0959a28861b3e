import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../testing/simulated-limiters/algorithms.ts";
import { mayBeChunked, possibleChunks } from "./chunks.ts";
import { countdown, historyOf, readsOf, type Sent, session } from "./read.test.support.ts";

/** Reads 30 ms apart. */
const row = (ms: number, ...remaining: readonly number[]) => remaining.map((one, at): Sent => [ms + at * 30, one]);
const chunksIn = (...sent: readonly Sent[]) => possibleChunks(historyOf(readsOf(sent)));

describe("the chunks that a limiter may refill", () => {
  it("come no sooner than the longest time without one", () => {
    // 5 in 3 s, of which 50 ms may have passed before.
    const chunks = chunksIn(...row(0, 60, 59), [3000, 58]);
    expect(Math.min(...chunks)).toBeGreaterThan(4.85);
    expect(chunks).toContain(100);
  });

  it("come no sooner either where requests were rejected in between, which take nothing", () => {
    const rejected = Array.from({ length: 6 }, (_, at): Sent => [100 + at * 30, undefined]);
    expect(Math.min(...chunksIn([0, 60], ...rejected, [3000, 59]))).toBeGreaterThan(4.8);
  });

  it("are no larger than a rise that did not fill the bucket", () => {
    expect(Math.max(...chunksIn(...row(0, 60, 60)))).toBeLessThan(2);
    expect(Math.max(...chunksIn(...row(0, 60, 64)))).toBeLessThan(6);
    expect(chunksIn(...row(0, 60, 99))).toContain(100);
  });

  it("add up to what was given back in each step; no size is possible if the steps contradict each other", () => {
    const ofSixteen = chunksIn([0, 40], [10_000, 55], [20_000, 70]);
    expect(ofSixteen).toContain(16);
    // Two of them make more than 30.
    expect(ofSixteen).not.toContain(15);
    expect(ofSixteen).not.toContain(17);
    expect(chunksIn(...row(0, 60, 60, 63))).toEqual([]);
  });

  it("come no sooner than a 429 shows", () => {
    const rejected: Sent = [30_000, undefined];
    expect(Math.min(...chunksIn(...row(0, 1, 0), rejected))).toBeGreaterThan(49);
    expect(Math.min(...chunksIn([-30, undefined], ...row(0, 1, 0), rejected))).toBeGreaterThan(49);
    expect(chunksIn(...row(0, 1, 0), [30_000, undefined, session])).toContain(2);
  });

  it("may be as large as the limit, where a whole limit was used since: the bucket may have been full", () => {
    const others = Array.from({ length: 99 }, (_, at): Sent => [125_000 + at * 30, 98 - at, session]);
    expect(chunksIn(...row(0, 1, 0), ...others, [129_000, undefined])).toContain(100);
  });
});

describe("what may be a chunk", () => {
  const sent = [...row(0, ...countdown(90, 10)), ...row(10_000, 9, 8, 26, 25), ...row(22_000, 43, 42)];
  /** Reads 600 ms apart; `refilled`: how many chunks of 10 had come before a read. */
  const reads = (count: number, refilled: (at: number) => number) =>
    Array.from({ length: count }, (_, at): Sent => [at * 600, 60 - at + 10 * refilled(at)]);
  /** Whether this number may have come as a chunk between the exchanges at two positions. */
  const mayCome = (sent: readonly Sent[], from: number, to: number, freed: number) => {
    const exchanges = readsOf(sent);
    const [first, last] = [exchanges[from], exchanges[to]];
    if (first === undefined || last === undefined) throw new Error("no such exchange");
    return mayBeChunked(historyOf(exchanges), { first, last, min: freed, max: freed });
  };

  it("has the size of the chunks that other steps show, and comes whole periods before or after them", () => {
    expect(mayCome(sent, 82, 83, 19)).toBe(true);
    expect(mayCome(sent, 82, 83, 40)).toBe(false);
    expect(mayCome(sent, 10, 12, 19)).toBe(false);
  });

  it("comes neither where none came a period before, nor where none came a period after", () => {
    // Of 10, each 6 s: at 5.4 s, 7.2 s and 13.2 s, but neither at 1.2 s nor at 11.4 s.
    const offTime = reads(30, (at) => [9, 12, 22].filter((rise) => rise <= at).length);
    expect(chunksIn(...offTime)).toContain(10);
    expect(mayCome(offTime, 8, 9, 10)).toBe(false);
    expect(mayCome(offTime, 11, 12, 10)).toBe(false);
    const inTime = reads(30, (at) => [9, 19, 29].filter((rise) => rise <= at).length);
    expect(mayCome(inTime, 8, 9, 10)).toBe(true);
    expect(mayCome(inTime, 28, 29, 10)).toBe(true);
  });

  it.each([5950, 6050])("may come at any time that a timer of 6 s keeps which takes %d ms", (periodMs) => {
    const periods = Array.from({ length: 81 }, (_, period) => row(period * periodMs, ...countdown(49, 40)));
    expect(chunksIn(...periods.flat())).toContain(10);
    expect(mayCome(periods.flat(), 799, 800, 10)).toBe(true);
    expect(mayCome(periods.flat(), 9, 10, 10)).toBe(true);
    const refilled = (at: number) => Math.floor((at * 600) / periodMs);
    const steady = reads(600, refilled);
    const rises = steady.flatMap((_, at) => (at > 0 && refilled(at) > refilled(at - 1) ? [at] : []));
    for (const at of [rises[0] ?? 0, rises.at(-1) ?? 0]) expect(mayCome(steady, at - 1, at, 10)).toBe(true);
  });
});

describe("the chunks of a bucket that a timer fills", () => {
  const drawn = fc.record({
    parts: fc.double({ min: 4, max: 60, noNaN: true }),
    phaseMs: fc.nat(60_000),
    /** How fast the timer goes. */
    speed: fc.double({ min: 0.991, max: 1.009, noNaN: true }),
    pauses: fc.array(fc.oneof(fc.integer({ min: 30, max: 900 }), fc.integer({ min: 30, max: 9000 })), {
      minLength: 1,
      maxLength: 60,
    }),
  });

  it("are never excluded, nor is it that one came when it came", () => {
    fc.assert(
      fc.property(drawn, ({ parts, phaseMs, speed, pauses }) => {
        const sizes = { limit: 100, windowMs: 60_000, phaseMs, parts, expiryOffsetMs: 0 };
        const bucket = algorithms["token bucket filled at any interval"](sizes);
        const refilled: { at: number; by: number }[] = [];
        let ms = 0;
        let before = 0;
        const sent = pauses.map((pause, at): Sent => {
          ms += pause;
          const used = bucket.used(ms * speed);
          if (used > 0 && used < before) refilled.push({ at, by: before - used });
          bucket.count(ms * speed);
          before = bucket.used(ms * speed);
          return [ms, used > 99 ? undefined : Math.floor(100 - before)];
        });
        const exchanges = readsOf(sent);
        const history = historyOf(exchanges);
        const size = 100 / parts;
        expect(possibleChunks(history).some((chunk) => chunk <= size && size <= chunk * 1.01)).toBe(true);
        for (const { at, by } of refilled) {
          const [first, last] = exchanges.slice(at - 1, at + 1);
          if (first === undefined || last === undefined) throw new Error("no such exchange");
          expect(mayBeChunked(history, { first, last, min: by, max: by })).toBe(true);
        }
      }),
    );
  });
});
