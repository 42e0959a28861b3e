import { describe, expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { compareLatencies, latencyNote } from "./latency.ts";

const phases = { rounds: 2, quietSeconds: 2, floodSeconds: 3, seconds: 10, rate: 10, floodRate: 100 };

/** Ten requests a second for ten seconds; `latency` says how long each takes. Times in milliseconds. */
const sent = (latency: (at: number) => number) =>
  Array.from({ length: 100 }, (_, index) => {
    const sentAt = 100 * index;
    return exchangeWith({ index, sentAt, receivedAt: sentAt + latency(sentAt) });
  });

const isBeside = (at: number) => at % 5000 >= 2000;

const compared = (latency: (at: number) => number, { maxRatio = 5, minLatencies = 15, lateMs = 0 } = {}) => {
  const exchanges = sent(latency);
  const timers = exchanges.map(({ receivedAt }) => ({ dueAt: receivedAt, lateMs }));
  return compareLatencies(exchanges, 0, phases, { maxRatio, minLatencies }, timers);
};

describe("the latency during a flood", () => {
  it("may be the declared multiple of the latency before it, and some milliseconds more", () => {
    expect(compared(() => 10)).toEqual({ before: 10, during: 10, ratio: 0, difference: undefined });
    expect(compared((at) => (isBeside(at) ? 150 : 10))).toMatchObject({ ratio: 5, difference: undefined });
    expect(compared((at) => (isBeside(at) ? 151 : 10))).toMatchObject({
      ratio: 5.1,
      difference: {
        expected: "95 of 100 responses within 5 × 10.0 ms, their latency before the first flood, plus 100 ms",
        actual: "151.0 ms during the flood, the better of 2 rounds",
      },
    });
    expect(compared((at) => (isBeside(at) ? 151 : 10), { maxRatio: 6 })).toMatchObject({ difference: undefined });
  });

  it("is reported with how much is allowed", () => {
    expect(latencyNote(2.8, 108.1, 5, phases)).toBe(
      "p95 2.8 ms before the first flood, 108.1 ms during the better of 2; up to 114.0 ms are allowed: 5 × 2.8 + 100",
    );
    expect(latencyNote(0.4, 3, 5, phases)).toContain("up to 105.0 ms are allowed: 5 × 1.0 + 100");
  });

  it("is not a fault if only one of two floods was slow, or only a few responses", () => {
    expect(compared((at) => (at > 2000 && at < 5000 ? 900 : 10))).toMatchObject({ difference: undefined });
    expect(compared((at) => (at === 2500 || at === 7500 ? 900 : 10))).toMatchObject({ ratio: 0 });
  });

  it("is compared with the latency before the first flood, which no flood slowed down", () => {
    const slowUntil = (ms: number) => (at: number) => (at >= 2000 && (at - 2000) % 5000 < ms ? 152 : 2);
    expect(compared(slowUntil(4000))).toMatchObject({ before: 2, difference: expect.anything() });
  });

  it("is not decided where k6's own timers came so late that a response, which waits several times, may have waited as long", () => {
    const slow = (at: number) => (isBeside(at) ? 400 : 10);
    expect(compared(slow, { lateMs: 63 })).toEqual({
      ratio: undefined,
      reason: "400.0 ms during the flood, but k6's own timers came 63.0 ms late: its machine was too busy",
    });
    expect(compared(slow, { lateMs: 62 })).toMatchObject({ difference: expect.anything() });
    expect(compared(() => 10, { lateMs: 260 })).toMatchObject({ ratio: 0 });
  });

  it("is not decided by a single slow response before it", () => {
    const few = (slow: number, during: number) => {
      const before = (at: number) => (at === slow ? 500 : 9);
      const everyFourth = sent((at) => (isBeside(at) ? during : before(at))).filter((_, at) => at % 4 === 0);
      return compareLatencies(everyFourth, 0, phases, { maxRatio: 5, minLatencies: 1 });
    };
    expect(few(800, 412)).toEqual({
      ratio: undefined,
      reason:
        "412.0 ms during the flood, against 9.0 ms in 4 responses before the first flood, would be too long; but one further response before it took 500.0 ms, so too few were measured",
    });
    expect(few(800, 140)).toMatchObject({ ratio: 0.08, difference: undefined });
    expect(few(-1, 412)).toMatchObject({ difference: expect.anything() });
  });

  it("is decided by the 95th percentile where that is not the slowest response before it", () => {
    const taking = (sentAt: number, ms: number) => exchangeWith({ sentAt, receivedAt: sentAt + ms });
    const quiet = Array.from({ length: 30 }, (_, at) => taking(60 * at, [90, 40][at] ?? 1));
    const exchanges = [...quiet, taking(2500, 130), taking(7500, 130)];
    expect(compareLatencies(exchanges, 0, phases, { maxRatio: 5, minLatencies: 20 })).toMatchObject({
      before: 40,
      difference: undefined,
    });
  });

  it("is not decided by requests that were never answered", () => {
    const hanging = sent(() => 10).map((each) =>
      isBeside(each.sentAt) ? exchangeWith({ status: 0, sentAt: each.sentAt, receivedAt: each.sentAt + 30_000 }) : each,
    );
    const allowed = { maxRatio: 5, minLatencies: 15 };
    expect(compareLatencies(hanging, 0, phases, allowed)).toMatchObject({
      ratio: undefined,
      reason: expect.stringContaining("20 came before, then 0, 0"),
    });
  });

  it("is not decided by too few responses before it", () => {
    expect(compared(() => 10, { minLatencies: 21 })).toEqual({
      ratio: undefined,
      reason:
        "it takes 21 or more responses before the first flood, and one during a flood: 20 came before, then 29, 29",
    });
    expect(compareLatencies([], 0, phases, { maxRatio: 5, minLatencies: 1 })).toMatchObject({ ratio: undefined });
  });
});
