import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { refusedWhenExceeded } from "./exceeded.ts";
import { read } from "./read.test.support.ts";

const judge = (exchanges: readonly Exchange[]) => refusedWhenExceeded.judge(exchanges, context);
const isFound = (exchanges: readonly Exchange[]) => judge(exchanges).verdict === "fail";

/** Reads `apartMs` apart, that are told what `left` says. */
const reads = (left: readonly number[], apartMs: number, startMs = 0) =>
  left.map((remaining, index) => read(index, startMs + index * apartMs, remaining));
const times = (count: number, remaining: number) => Array.from({ length: count }, () => remaining);

/** It tells nothing, so that a window may turn at any time, and turns once in a minute. */
const silent = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ index, sentAt }) => read(index, 0, 0, { sentAt, receivedAt: sentAt + 20, ...answered([]) }));
const answered = (headers: readonly (readonly [string, string])[]) => ({
  response: { status: 200, headers, body: "{}", isUtf8: true, isCut: false },
});

describe("more served than a limit", () => {
  it("is found where no window turned: the limit, one, and what may have come free", () => {
    // 101 and a refill of 100 a minute: 102.7 in a second.
    expect(isFound(reads(times(102, 50), 9))).toBe(false);
    expect(judge(reads(times(103, 50), 9))).toMatchObject({ verdict: "fail", exchanges: [0, 102] });
  });

  it("is found among the requests since a turn, and those before it are not counted in", () => {
    const since = (count: number) => reads([...times(60, 50), 99, ...times(count, 50)], 25);
    expect(isFound(since(105))).toBe(false);
    expect(judge(since(106))).toMatchObject({ verdict: "fail", exchanges: [61, 166] });
  });

  it("is found after a slow beginning, from the request on after which most was served", () => {
    const slow = reads(times(20, 50), 2000);
    const fast = times(103, 50).map((left, at) => read(20 + at, 40_000 + 9 * at, left));
    expect(isFound(slow)).toBe(false);
    expect(judge([...slow, ...fast.slice(0, 102)]).verdict).toBe("not-applicable");
    expect(judge([...slow, ...fast])).toMatchObject({ verdict: "fail", exchanges: [20, 122] });
  });

  it("is two limits where what is left is not told, since a window may have turned", () => {
    expect(isFound(silent(reads(times(202, 0), 4)))).toBe(false);
    expect(judge(silent(reads(times(203, 0), 4)))).toMatchObject({ verdict: "fail", exchanges: [0, 202] });
    // In 58.8 s, windows may turn twice.
    expect(isFound(silent(reads(times(250, 0), 400)))).toBe(false);
  });

  it("is told, where a served request was told the whole limit, and one that nothing is left", () => {
    expect(judge(reads([100, 0], 9))).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge(reads([0, 100], 9))).toMatchObject({ verdict: "fail", exchanges: [1, 0] });
    for (const left of [[99, 0], [100, 1], [100], [0]]) expect(isFound(reads(left, 9)), String(left)).toBe(false);
  });
});

describe("more served with nothing left", () => {
  it("is found where it cannot have come free", () => {
    // One, and what comes free in 120 ms and a tick: 1.03.
    expect(isFound(reads([99, 0, 0, 0], 50))).toBe(false);
    expect(judge(reads([99, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [1, 2, 3, 4] });
    expect(isFound(reads([99, 0, 0, 0, 0], 600))).toBe(false);
  });

  it("is counted from the last that was told of more", () => {
    expect(isFound(reads([99, 0, 0, 1, 0, 0, 1, 0, 0, 0], 50))).toBe(false);
    expect(judge(reads([99, 0, 0, 1, 0, 0, 0, 0], 50))).toMatchObject({ verdict: "fail", exchanges: [4, 5, 6, 7] });
  });

  it("is measured to the answer that came last, whichever was sent last", () => {
    const slow = (of: Exchange) => read(of.index, 0, 0, { sentAt: of.sentAt, receivedAt: of.sentAt + 3000 });
    const [full, first, ...rest] = reads([99, 0, 0, 0, 0], 50);
    if (full === undefined || first === undefined) throw new Error("no reads");
    expect(isFound([full, slow(first), ...rest])).toBe(false);
  });

  it("may have been left by what others used before, as long as no answer rules it out", () => {
    expect(isFound(reads(times(20, 0), 50))).toBe(false);
  });
});

it("holds where it was refused at last, and says nothing where it never was", () => {
  expect(judge([...reads([1, 0], 50), read(2, 100, undefined)]).verdict).toBe("pass");
  expect(judge(reads([1, 0], 50)).verdict).toBe("not-applicable");
});
