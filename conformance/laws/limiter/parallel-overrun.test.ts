import { describe, expect, it } from "vitest";
import { clockToleranceMs } from "./history.ts";
import { parallelOverrunsOf, untilNextChunkMs } from "./parallel-overrun.ts";
import { countdown, historyOf, judge as judgeLaw, readsOf, type Sent, secondKey } from "./read.test.support.ts";
import { timerToleranceMs } from "./refill-bounds.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

const judge = (...sent: readonly Sent[]) => judgeLaw(refusedWhenExceeded, readsOf(sent)).verdict;

/** A full limit, and two minutes later 9 that remain: nothing of an earlier run counts then. */
const before: readonly Sent[] = [
  [0, 99],
  [130_000, 9],
];
/** Each a millisecond after the one before, all in flight together. */
const parallel = (count: number, ms = 130_100): readonly Sent[] =>
  Array.from({ length: count }, (_, at): Sent => [ms + at, 8]);
const rejected = (ms: number): Sent => [ms, undefined];

describe("more served in parallel than what remained", () => {
  it("is found where the limit then stays exhausted for longer than any chunk of that size takes", () => {
    const verdict = judgeLaw(refusedWhenExceeded, readsOf([...before, ...parallel(17), rejected(140_000)]));
    expect(verdict).toMatchObject({
      verdict: "fail",
      expected: "at most 9 of parallel requests served, after X-RateLimit-Remaining: 9",
      actual: "17 served in 0.14 s, then 429 for 9.86 s: are requests counted in two steps?",
    });
  });

  it("is asked after as a limit for each key, if no key was served more than what remained", () => {
    const ofTwoKeys = parallel(17).map(([ms, remaining], at): Sent => [ms, remaining, at < 9 ? {} : secondKey]);
    expect(judgeLaw(refusedWhenExceeded, readsOf([...before, ...ofTwoKeys, rejected(140_000)]))).toMatchObject({
      actual: expect.stringMatching(/: are requests counted in two steps, or for each key\?$/),
    });
  });

  it("is waited for as long as the next chunk of that size would take", () => {
    const history = historyOf(readsOf([...before, ...parallel(17)]));
    const [burst] = parallelOverrunsOf(history);
    if (burst === undefined) throw new Error("nothing was served beyond what remained");
    // 9 requests, at 100 in 60 s.
    const tolerance = timerToleranceMs(history) + clockToleranceMs(history);
    expect(untilNextChunkMs(history, burst)).toBeCloseTo(5400 + tolerance);
  });

  it("is asked after as an operation that is not counted, if only the others stay within what remained", () => {
    const actual = (updates: number) => {
      const ofUpdates = parallel(17).map(
        ([ms, remaining], at): Sent => [ms, remaining, at < 17 - updates ? {} : { operation: "updateMe" }],
      );
      const all = [...before, ...ofUpdates, rejected(130_117), rejected(140_000)];
      return judgeLaw(refusedWhenExceeded, readsOf(all));
    };
    expect(actual(7)).toMatchObject({
      actual: expect.stringMatching(/: 7 of them were of updateMe, and none of these was rejected: do they count\?$/),
    });
    expect(actual(6)).toMatchObject({ actual: expect.stringMatching(/: are requests counted in two steps\?$/) });
  });

  it("is found at once where what was given back before excludes a chunk of that size", () => {
    const used = countdown(99, 40).map((remaining, at): Sent => [at * 10, remaining]);
    const refilled: readonly Sent[] = [
      [3600, 44],
      [6600, 48],
    ];
    expect(judgeLaw(refusedWhenExceeded, readsOf([...used, ...refilled, ...parallel(60, 6700)]))).toMatchObject({
      verdict: "fail",
      actual: "60 served in 0.18 s: are requests counted in two steps?",
    });
  });

  it("is found the second time if no timer can have run out both times", () => {
    const twice = (ms: number) => judge(...before, ...parallel(17), [ms, 9], ...parallel(17, ms + 100));
    expect(twice(133_000)).toBe("fail");
    expect(twice(137_000)).toBe("not-applicable");
  });

  it("is not found where a chunk may have come", () => {
    expect(judge(...before, ...parallel(17))).toBe("not-applicable");
    expect(judge(...before, ...parallel(17), rejected(131_000))).toBe("pass");
    expect(judge(...before, ...parallel(17), [135_000, 7], rejected(140_000))).toBe("pass");
  });

  it("is not found of what a limiter may have refilled, nor of requests one after the other", () => {
    expect(judge(...before, ...parallel(11), rejected(140_000))).toBe("pass");
    const apart = parallel(17).map(([ms, remaining], at): Sent => [ms + at * 100, remaining]);
    expect(judge(...before, ...apart, rejected(150_000))).toBe("pass");
  });

  it("is not found where others were in flight when the rest was reported, or the 429 is of another limit", () => {
    expect(judge(before[0] ?? [0, 99], [130_000, 9], [130_010, 9], ...parallel(16, 130_015), rejected(140_000))).toBe(
      "pass",
    );
    const others = parallel(17);
    const open: Sent = [
      140_000,
      undefined,
      { response: { status: 429, headers: [["X-RateLimit-Remaining", "60"]], body: "{}", isUtf8: true, isCut: false } },
    ];
    expect(judge(...before, ...others, open)).toBe("pass");
  });
});
