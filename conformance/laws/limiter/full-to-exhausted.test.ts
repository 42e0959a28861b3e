import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, judge as judgeLaw, otherOrganization, read } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

const judge = (exchanges: readonly Exchange[]) => judgeLaw(refusedWhenExceeded, exchanges);
const isFound = (exchanges: readonly Exchange[]) => judge(exchanges).verdict === "fail";

/** Reads `expiryOffsetMs` apart, and what remains at each. */
const reads = (remaining: readonly number[], expiryOffsetMs: number) =>
  remaining.map((one, index) => read(index, index * expiryOffsetMs, one));

/** From the whole limit to 0. */
const walk = Array.from({ length: 101 }, (_, at) => 100 - at);

describe("more served from a full limit to an exhausted one", () => {
  it("is found where responses reported the whole limit, and others 0", () => {
    expect(judge(reads([100, 0, 100, 0], 30))).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge(reads([0, 100, 0, 100], 30))).toMatchObject({ verdict: "fail", exchanges: [1, 0] });
    // Fewer times almost full: at the beginning, or after 0.
    expect(isFound(reads([99, 0, 100, 0, 100, 0], 30))).toBe(true);
    expect(isFound(reads([100, 0, 100, 0, 99, 99], 30))).toBe(true);
    for (const legal of [[99, 0], [100, 1], [100], [0]]) expect(isFound(reads(legal, 30)), String(legal)).toBe(false);
  });

  it("is not found where one response may have reported what was given back while it was answered", () => {
    expect(isFound(reads(walk, 30))).toBe(false);
    expect(isFound(reads([100, 0, 99, 0, 99, 0, 100], 30))).toBe(false);
    expect(isFound(reads([100, 0, 100, 0], 9))).toBe(false);
    expect(isFound([...reads([100, 0, 100, 0, 1], 30), read(5, 150, undefined)])).toBe(false);
  });

  it("is found the first time, where concurrent requests show that what remains is read right after counting", () => {
    const withConcurrent = (...remaining: readonly number[]) => {
      const concurrent = remaining.map((one, at) => read(10 + at, 300, one));
      return [...reads(walk, 30).slice(0, 10), ...concurrent, ...reads(walk, 30).slice(10 + remaining.length)];
    };
    expect(isFound(withConcurrent(...countdown(90, 75)))).toBe(true);
    expect(isFound(withConcurrent(...countdown(90, 83)))).toBe(false);
    expect(isFound(withConcurrent(90, ...countdown(90, 76), 75))).toBe(false);
  });

  it("is not found where 0 was reported after a 429 only, when something was given back in any case", () => {
    const served = (one: number | undefined) =>
      [100, 60, one, 0, one, 0].map((remaining, at) => read(at, [0, 30, 60, 90, 120, 150][at] ?? 0, remaining));
    expect(isFound(served(1))).toBe(true);
    expect(isFound(served(undefined))).toBe(false);
  });

  it("is found the second time, where the responses came fast", () => {
    const twice = (tookMs: number) =>
      [0, 61_000].flatMap((ms, time) =>
        walk.map((remaining, at) => {
          const sentAt = 1_790_000_000_000 + ms + at * 300;
          return read(time * walk.length + at, 0, remaining, { sentAt, receivedAt: sentAt + tookMs });
        }),
      );
    expect(isFound(twice(140).slice(0, walk.length))).toBe(false);
    expect(isFound(twice(140))).toBe(true);
    expect(isFound(twice(200))).toBe(false);
  });

  it("is not found where one timer may have come within each response with the whole limit", () => {
    const at = (ms: number, remaining: number) => ({ ms, remaining });
    const down = (ms: number, from: number) =>
      Array.from({ length: from + 1 }, (_, sent) => at(ms + 30 * sent, from - sent));
    // Twenty each 12 s, also just after the second and the third request were counted.
    const isFoundWith = (second: number) =>
      isFound(
        [at(0, 99), at(second, 100), ...down(24_000, 100), ...down(36_500, 19)].map(({ ms, remaining }, index) =>
          read(index, ms, remaining),
        ),
      );
    expect(isFoundWith(12_000)).toBe(false);
    expect(isFoundWith(23_900)).toBe(true);
  });

  it("is not found where another organization was answered 429 after 1 remained: all count alike", () => {
    const other = [read(4, 200, 1, otherOrganization), read(5, 250, undefined, otherOrganization)];
    expect(isFound([...reads([100, 0, 100, 0], 30), ...other])).toBe(false);
  });

  it("is found where that would have come too rarely", () => {
    const rejected = [1, 10_000, 50_000].map((ms, at) => read(101 + at, 3100 + ms, undefined));
    expect(isFound([...reads(walk, 30), ...rejected])).toBe(true);
  });
});
