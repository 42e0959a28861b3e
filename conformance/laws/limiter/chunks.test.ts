import { describe, expect, it } from "vitest";
import { mayBeChunked, possibleChunks } from "./chunks.ts";
import { countdown, historyOf, readsOf, type Sent } from "./read.test.support.ts";
import { minRefilledInChunks } from "./refill-bounds.ts";

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

  it("are no larger than a rise that did not fill the bucket", () => {
    expect(Math.max(...chunksIn(...row(0, 60, 60)))).toBeLessThan(2);
    expect(Math.max(...chunksIn(...row(0, 60, 64)))).toBeLessThan(6);
    expect(chunksIn(...row(0, 60, 99))).toContain(100);
  });

  it("make all that was given back, and are none for a limiter that refills otherwise", () => {
    expect(chunksIn([0, 40], [10_000, 55], [20_000, 70])).toContain(16);
    expect(chunksIn(...row(0, 60, 60, 63))).toEqual([]);
  });

  it("come no sooner than a 429 shows", () => {
    expect(Math.min(...chunksIn(...row(0, 1, 0), [30_000, undefined]))).toBeGreaterThan(49);
  });
});

describe("what may be a chunk", () => {
  const sent = [...row(0, ...countdown(90, 10)), ...row(10_000, 9, 8, 26, 25), ...row(22_000, 43, 42)];
  const exchanges = readsOf(sent);
  const history = historyOf(exchanges);
  const between = (from: number, to: number, freed: number) => {
    const [first, last] = [exchanges[from], exchanges[to]];
    if (first === undefined || last === undefined) throw new Error("no such exchange");
    return mayBeChunked(history, { first, last, min: freed, max: freed });
  };

  it("is as large as others, and comes when they come", () => {
    expect(between(82, 83, 19)).toBe(true);
    expect(between(82, 83, 40)).toBe(false);
    expect(between(10, 12, 19)).toBe(false);
  });
});

describe("what must have been refilled in chunks", () => {
  it("is all but one", () => {
    expect(minRefilledInChunks([20])).toBe(0);
    expect(minRefilledInChunks([20, 20])).toBe(19);
    // Of two sizes, they are of several chunks.
    expect(minRefilledInChunks([17, 34, 34])).toBeGreaterThan(60);
  });
});
