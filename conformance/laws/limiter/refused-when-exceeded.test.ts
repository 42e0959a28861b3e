import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, judge as judgeLaw, read, response } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

const judge = (exchanges: readonly Exchange[]) => judgeLaw(refusedWhenExceeded, exchanges);
const isFound = (exchanges: readonly Exchange[]) => judge(exchanges).verdict === "fail";

/** Reads `expiryOffsetMs` apart, and what remains at each. */
const reads = (remaining: readonly number[], expiryOffsetMs: number) =>
  remaining.map((one, index) => read(index, index * expiryOffsetMs, one));
const times = (count: number, remaining: number) => Array.from({ length: count }, () => remaining);

/** Nothing is reported, so that a reset of the window does not show. */
const silent = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ index, sentAt }) => read(index, 0, 0, { sentAt, receivedAt: sentAt + 20, response: response(200) }));

describe("more served than a limit", () => {
  it("is found where the window was not reset: the limit, one, and what may have been refilled", () => {
    // 102, for a chunk shows as a rise, and a refill of 100 a minute in 2.12 s and the 0.6 s by which a timer may give one back early: 106.5.
    expect(isFound(reads(times(106, 50), 20))).toBe(false);
    expect(judge(reads(times(107, 50), 20))).toMatchObject({ verdict: "fail", exchanges: [0, 106] });
  });

  it("is described by numbers that add up: 100 + 1 + 1 + 4.5, and 4.5 is 100 × 2.74 / 60", () => {
    const rejected = read(108, 10_000, 0, { response: response(429, 0) });
    expect(judge([...reads(times(107, 50), 20), rejected])).toMatchObject({
      expected:
        "at most 106 requests served in 2.14 s: 100, 1 given back in one chunk, 1 for fractions, and 4.5 given back one by one in 2.74 s (0.60 s more, since a timer may be early) at 100 in 60 s",
      actual: "107 served, X-RateLimit-Remaining: 50",
    });
  });

  it("is found among the requests since a reset, and those before it are not counted", () => {
    const since = (count: number) => reads([...times(60, 50), 99, ...times(count, 50)], 25);
    expect(isFound(since(107))).toBe(false);
    expect(judge(since(108))).toMatchObject({ verdict: "fail", exchanges: [61, 168] });
  });

  it("allows for a chunk as large as the largest rise", () => {
    const rising = (count: number) => reads([...times(20, 50), 53, ...times(count, 50)], 20);
    expect(isFound(rising(89))).toBe(false);
    expect(isFound(rising(92))).toBe(true);
  });

  it("is found after a slow beginning, from the request on after which most was served", () => {
    const slow = reads(times(20, 50), 2000);
    const fast = times(107, 50).map((remaining, at) => read(20 + at, 40_000 + 20 * at, remaining));
    expect(isFound(slow)).toBe(false);
    expect(judge([...slow, ...fast.slice(0, 106)]).verdict).toBe("not-applicable");
    expect(judge([...slow, ...fast])).toMatchObject({ verdict: "fail", exchanges: [20, 126] });
  });

  it("is two limits where nothing is reported, since the window may have been reset", () => {
    expect(isFound(silent(reads(times(204, 0), 4)))).toBe(false);
    expect(judge(silent(reads(times(205, 0), 4)))).toMatchObject({ verdict: "fail", exchanges: [0, 204] });
    // In 58.8 s, the window may be reset twice.
    expect(isFound(silent(reads(times(250, 0), 400)))).toBe(false);
  });

  it("is two limits, too, where not every response reports, so that a reset may have come before the first", () => {
    const sent = reads(countdown(160), 20);
    expect(isFound([...silent(sent.slice(0, 60)), ...sent.slice(60, 120)])).toBe(false);
  });

  it("is not found where a window of the clock ends between two bursts", () => {
    const burst = (ms: number, from: number, to = 0) =>
      countdown(from, to).map((remaining, at) => ({ sentAt: ms + at * 20, remaining }));
    const sent = [...burst(59_000 - 2000, 99), ...burst(60_000, 99, 99), ...burst(118_000, 98), ...burst(120_000, 99)];
    expect(isFound(sent.map(({ sentAt, remaining }, index) => read(index, sentAt, remaining)))).toBe(false);
  });

  it("counts no 429 as served", () => {
    const rejected = Array.from({ length: 150 }, (_, at) => read(100 + at, 3000 + at * 10, undefined));
    expect(judge([...reads(countdown(99), 30), ...rejected]).verdict).toBe("pass");
  });

  it("is called no limit where nothing was answered 429", () => {
    const sent = silent(reads(times(205, 0), 4));
    expect(judge(sent)).toMatchObject({
      expected: "429 with an error body, once an organization has sent 100 requests in 60 s, as declared",
      actual: expect.stringContaining("no limit seen: 205 requests"),
    });
    const rejected = read(205, 900, undefined);
    expect(judge([...sent, rejected])).toMatchObject({ actual: expect.stringContaining("205 served") });
  });
});

describe("more served with nothing remaining", () => {
  it("is found where it cannot have been refilled", () => {
    // One, and what is refilled in 120 ms and a step: 1.03.
    expect(isFound(reads([99, 0, 0, 0], 50))).toBe(false);
    expect(isFound(reads([99, 0, 0, 0], 21))).toBe(true);
    expect(judge(reads([99, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [1, 2, 3, 4] });
    expect(isFound(reads([99, 0, 0, 0, 0], 600))).toBe(false);
  });

  it("is counted from the last that reported more", () => {
    expect(isFound(reads([99, 0, 0, 1, 0, 0, 1, 0, 0, 0], 50))).toBe(false);
    expect(judge(reads([99, 0, 0, 1, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [4, 5, 6, 7] });
  });

  it("is not counted of concurrent requests, each of which may have been the last", () => {
    const concurrent = times(5, 0).map((remaining, at) => read(1 + at, 50, remaining));
    expect(isFound([read(0, 0, 99), ...concurrent])).toBe(false);
  });

  it("is measured to the answer that came last, whichever was sent last", () => {
    const slow = (of: Exchange) => read(of.index, 0, 0, { sentAt: of.sentAt, receivedAt: of.sentAt + 3000 });
    const sent = reads([99, 0, 0, 0, 0], 50);
    expect(isFound(sent.map((one) => (one.index === 2 ? slow(one) : one)))).toBe(false);
  });

  it("may be due to what others used before, as long as no response excludes it", () => {
    expect(isFound(reads(times(20, 0), 50))).toBe(false);
  });
});

it("holds where there was a 429 at last, and says nothing where there was none", () => {
  expect(judge([...reads([1, 0], 50), read(2, 100, undefined)]).verdict).toBe("pass");
  expect(judge(reads([1, 0], 50)).verdict).toBe("not-applicable");
});
