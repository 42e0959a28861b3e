import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { historyOf, otherOrganization, read, readsOf, type Sent, session } from "./read.test.support.ts";
import { isBelowLimit, maxUsed } from "./usage-upper-bound.ts";

/** What may be used when the exchange at `position` comes, the last by default. */
function usedAt(exchanges: readonly Exchange[], position = exchanges.length - 1): number {
  const exchange = exchanges[position];
  if (exchange === undefined) throw new Error("no such exchange");
  return maxUsed(historyOf(exchanges), exchange);
}

/** Requests 30 ms apart, at the first of which nothing had been used. */
const burst = (count: number, more: Partial<Exchange> = {}) =>
  Array.from({ length: count }, (_, at): Sent => [at * 30, 100, more]);
const usedAfter = (sent: readonly Sent[], ms: number) => usedAt(readsOf([...sent, [ms, 100]]));

describe("the most that may be used", () => {
  it("is all of the last window, which each algorithm still counts", () => {
    expect(usedAfter(burst(10), 60_900)).toBe(10);
    expect(usedAfter(burst(10), 30_000)).toBe(10);
    expect(usedAfter([...burst(10), [9000, undefined], [9100, 50, session]], 60_900)).toBeCloseTo(12);
    expect(usedAfter([...burst(10), [9000, 99, otherOrganization]], 60_900)).toBe(10);
  });

  it("is, after the window has passed, the share of it that a sliding counter still counts", () => {
    // Its windows begin when the answer to the first came: 20 ms, and a minute later.
    expect(usedAfter(burst(10), 90_000)).toBeCloseTo(10 * (1 - 29_980 / 60_000));
    // Of 400 it has served no more than the limit: the last 100 came from 9.02 s on.
    expect(usedAfter(burst(400), 80_000)).toBeCloseTo(100 * (1 - 10_980 / 60_000));
    expect(usedAfter(burst(10), 130_000)).toBe(0);
  });

  it("is what a bucket has not refilled, into which rejected requests count too", () => {
    // A timer may fill it half a second late.
    expect(usedAfter([[-100, 100], ...burst(400, session)], 130_000)).toBeCloseTo(401 - 129_580 / 600);
    const rejected = burst(400).map(([ms]): Sent => [ms, undefined]);
    expect(usedAfter([[-100, 100], ...rejected], 130_000)).toBeCloseTo(401 - 129_580 / 600);
    expect(usedAfter(burst(400), 140_000)).toBe(0);
  });

  it("includes what sessions of other organizations may have used of a bucket, in the last two windows", () => {
    const rejected = burst(400).map(([ms]): Sent => [ms, undefined]);
    const foreign = [0, 129_000, 129_100].map((ms): Sent => [ms, 50, { ...session, organization: "org_2" }]);
    expect(usedAfter([[-100, 100], ...rejected, ...foreign], 130_000)).toBeCloseTo(401 + 2 - 129_580 / 600);
    expect(usedAfter([[0, undefined]], 120_020)).toBe(0);
  });

  it("includes what was sent before in the same millisecond, and not what was sent after", () => {
    const atOnce = (index: number) => read(index, 130_000, 50, { ...session, receivedAt: 1_790_000_130_000 });
    const before = readsOf([[-100, 100], ...burst(400, session)]);
    const exchanges = [...before, atOnce(401), atOnce(402), atOnce(403)];
    expect(usedAt(exchanges, 402)).toBe(usedAt(exchanges.slice(0, 403), 402));
    expect(usedAt(exchanges, 403)).toBeCloseTo(usedAt(exchanges, 402) + 1);
  });

  it("includes what was used before the first request, as long as a bucket that counts rejected requests is not full again", () => {
    const rejected = burst(400).map(([ms]): Sent => [ms, undefined]);
    expect(usedAfter([[-100, 60], ...rejected], 130_000)).toBeCloseTo(40 + 401 - 129_580 / 600);
    // The first request may cost up to 3.
    expect(usedAfter([[-100, undefined], ...rejected], 130_000)).toBeCloseTo(100 + 2 + 401 - 129_580 / 600);
  });

  it("is shown by the first response that reports it, whatever was answered before", () => {
    const notFound: Sent = [-100, undefined];
    expect(usedAfter([notFound, [-70, 99], ...burst(58), [1740, 40]], 1770)).toBeLessThan(65);
    expect(usedAfter([notFound, [-70, 59], ...burst(58).map(([ms]): Sent => [ms, undefined])], 1770)).toBeGreaterThan(
      98,
    );
  });

  it("includes what is sent while it is answered, and not what is sent after", () => {
    const slow = read(0, 0, 100, { receivedAt: 1_790_000_001_000 });
    const others = [500, 600, 700, 1000, 1500].map((ms, at) => read(1 + at, ms, 90));
    expect(usedAt([slow, ...others], 0)).toBe(3);
  });

  it("includes what others may have used before the run", () => {
    expect(
      usedAt(
        readsOf([
          [0, 60],
          [60_900, 59],
        ]),
      ),
    ).toBe(41);
  });
});

it("is below the limit where one more remains, whatever may have been used", () => {
  const isBelow = (count: number) => {
    const exchanges = readsOf([...burst(count), [10_000, 100]]);
    return exchanges.slice(-1).map((last) => isBelowLimit(historyOf(exchanges), last));
  };
  expect(isBelow(99)).toEqual([true]);
  expect(isBelow(100)).toEqual([false]);
});
