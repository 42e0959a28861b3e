import { describe, expect, it } from "vitest";
import { countdown, historyOf, readsOf, type Sent, session } from "./read.test.support.ts";
import { maxReadingDelayMs } from "./reading-delay.ts";

const delay = (...sent: readonly Sent[]) => maxReadingDelayMs(historyOf(readsOf(sent)));
/** Concurrent reads, each of 20 ms. */
const burst = (ms: number, ...remaining: readonly (number | undefined)[]) => remaining.map((one): Sent => [ms, one]);

describe("from counting to reading what remains, it takes at most", () => {
  it("the time of concurrent requests, divided by their number, where each reported another value", () => {
    expect(delay(...burst(0, ...countdown(99, 90)))).toBe(2);
    expect(delay(...burst(0, 92, 90, 97, 96, 91, 99, 98, 95, 94, 93))).toBe(2);
    expect(delay(...burst(0, ...countdown(99, 90)), ...burst(50, ...countdown(89, 70)))).toBe(1);
    const overlapping = countdown(99, 90).map((remaining, at): Sent => [at, remaining]);
    expect(delay(...overlapping)).toBeCloseTo(2.9);
  });

  it("any time, where there were too few, two reported the same, or others were in flight", () => {
    const unknown = Number.POSITIVE_INFINITY;
    expect(delay(...countdown(99, 80).map((remaining, at): Sent => [at * 30, remaining]))).toBe(unknown);
    expect(delay(...burst(0, ...countdown(99, 93)))).toBe(unknown);
    expect(delay(...burst(0, ...countdown(99, 92), 92))).toBe(unknown);
    expect(delay(...burst(0, ...countdown(99, 91), undefined))).toBe(unknown);
    expect(delay([-10, 100, session], ...burst(0, ...countdown(99, 90)))).toBe(unknown);
    // Sent one after the other, though ten are in flight at any time: each may have been counted long before it was read.
    expect(delay(...countdown(99, 60).map((remaining, at): Sent => [at * 2, remaining]))).toBe(unknown);
  });
});
