import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { limitEnforced } from "./limit-enforced.ts";
import { judge as judgeLaw, read, response } from "./read.test.support.ts";

const judge = (exchanges: readonly Exchange[]) => judgeLaw(limitEnforced, exchanges);
const isFound = (exchanges: readonly Exchange[]) => judge(exchanges).verdict === "fail";

/** Reads `apartMs` apart, and what remains at each. */
const reads = (remaining: readonly number[], apartMs: number) =>
  remaining.map((one, index) => read(index, index * apartMs, one));
const times = (count: number, remaining: number) => Array.from({ length: count }, () => remaining);

/** Nothing is reported, so that a reset of the window does not show. */
const silent = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ index, sentAt }) => read(index, 0, 0, { sentAt, receivedAt: sentAt + 20, response: response(200) }));

describe("more served than a limit", () => {
  it("is found where the window was not reset: the limit, one, and what may have been refilled", () => {
    // 101 and a refill of 100 a minute: 102.7 in a second.
    expect(isFound(reads(times(102, 50), 9))).toBe(false);
    expect(judge(reads(times(103, 50), 9))).toMatchObject({ verdict: "fail", exchanges: [0, 102] });
  });

  it("is found among the requests since a reset, and those before it are not counted", () => {
    const since = (count: number) => reads([...times(60, 50), 99, ...times(count, 50)], 25);
    expect(isFound(since(105))).toBe(false);
    expect(judge(since(106))).toMatchObject({ verdict: "fail", exchanges: [61, 166] });
  });

  it("is found after a slow beginning, from the request on after which most was served", () => {
    const slow = reads(times(20, 50), 2000);
    const fast = times(103, 50).map((remaining, at) => read(20 + at, 40_000 + 9 * at, remaining));
    expect(isFound(slow)).toBe(false);
    expect(judge([...slow, ...fast.slice(0, 102)]).verdict).toBe("not-applicable");
    expect(judge([...slow, ...fast])).toMatchObject({ verdict: "fail", exchanges: [20, 122] });
  });

  it("is two limits where nothing is reported, since the window may have been reset", () => {
    expect(isFound(silent(reads(times(202, 0), 4)))).toBe(false);
    expect(judge(silent(reads(times(203, 0), 4)))).toMatchObject({ verdict: "fail", exchanges: [0, 202] });
    // In 58.8 s, the window may be reset twice.
    expect(isFound(silent(reads(times(250, 0), 400)))).toBe(false);
  });

  it("is found where one response reported the whole limit, and another 0", () => {
    expect(judge(reads([100, 0], 9))).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge(reads([0, 100], 9))).toMatchObject({ verdict: "fail", exchanges: [1, 0] });
    for (const legal of [[99, 0], [100, 1], [100], [0]]) expect(isFound(reads(legal, 9)), String(legal)).toBe(false);
  });
});

describe("more served with nothing remaining", () => {
  it("is found where it cannot have been refilled", () => {
    // One, and what is refilled in 120 ms and a step: 1.03.
    expect(isFound(reads([99, 0, 0, 0], 50))).toBe(false);
    expect(judge(reads([99, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [1, 2, 3, 4] });
    expect(isFound(reads([99, 0, 0, 0, 0], 600))).toBe(false);
  });

  it("is counted from the last that reported more", () => {
    expect(isFound(reads([99, 0, 0, 1, 0, 0, 1, 0, 0, 0], 50))).toBe(false);
    expect(judge(reads([99, 0, 0, 1, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [4, 5, 6, 7] });
  });

  it("is measured to the answer that came last, whichever was sent last", () => {
    const slow = (of: Exchange) => read(of.index, 0, 0, { sentAt: of.sentAt, receivedAt: of.sentAt + 3000 });
    const [full, first, ...rest] = reads([99, 0, 0, 0, 0], 50);
    if (full === undefined || first === undefined) throw new Error("no reads");
    expect(isFound([full, slow(first), ...rest])).toBe(false);
  });

  it("may be due to what others used before, as long as no response excludes it", () => {
    expect(isFound(reads(times(20, 0), 50))).toBe(false);
  });
});

it("holds where there was a 429 at last, and says nothing where there was none", () => {
  expect(judge([...reads([1, 0], 50), read(2, 100, undefined)]).verdict).toBe("pass");
  expect(judge(reads([1, 0], 50)).verdict).toBe("not-applicable");
});
