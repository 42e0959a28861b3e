import { describe, expect, it } from "vitest";
import { countdown, judge as judgeLaw, otherOrganization, readsOf, type Sent } from "./read.test.support.ts";
import { windowEnds } from "./window-ends.ts";

const judge = (...sent: readonly Sent[]) => judgeLaw(windowEnds, readsOf(sent));

/** Exceeded in the first second, answered 429 every ten seconds, and served again when the window is over. */
const exceeded: readonly Sent[] = [
  ...countdown(99).map((remaining, at): Sent => [at * 10, remaining]),
  ...[1, 10, 20, 30, 40, 50].map((seconds): Sent => [seconds * 1000, undefined]),
  [61_500, 99],
];
/** What another organization was shown: requests in the first second, six by default, and two more. */
const other = (halfway: number, last: number, first = countdown(99, 94)): readonly Sent[] =>
  [...first.map((remaining, at) => [at * 10, remaining] as const), [30_000, halfway], [61_500, last]].map(
    ([ms = 0, remaining]): Sent => [ms, remaining, otherOrganization],
  );

describe("a window ends where requests keep coming", () => {
  it("as a fixed window, a sliding log and a bucket show", () => {
    expect(judge(...exceeded, ...other(93, 99)).verdict).toBe("pass");
    expect(judge(...exceeded, ...other(93, 98)).verdict).toBe("pass");
    expect(judge(...exceeded, ...other(99, 99)).verdict).toBe("pass");
  });

  it("not where nothing was given back to an organization that was in use, and all at once to another", () => {
    const verdict = judge(...exceeded, ...other(93, 92));
    expect(verdict).toMatchObject({ verdict: "fail", expected: expect.stringContaining("at least 95") });
    expect(verdict.exchanges).toEqual([113, 114]);
  });

  it("not where an organization that never pauses is answered 429 below the limit, and is served after a pause", () => {
    // One in 700 ms: 87 in a minute, and nothing is given back.
    const steady = countdown(99).map((remaining, at): Sent => [at * 700, remaining]);
    const rejected: Sent = [70_000, undefined];
    const verdict = judge(...steady, rejected, [131_000, 99]);
    expect(verdict).toMatchObject({ verdict: "fail", exchanges: [100, 101, 100] });
    expect(verdict).toMatchObject({ expected: expect.stringContaining("at most 87 requests") });
    expect(judge(...steady, rejected, [131_000, undefined]).verdict).toBe("not-applicable");
    expect(judge(...exceeded.slice(0, -1), [112_000, 99]).verdict).toBe("not-applicable");
    // Within the first window, requests of an earlier run may still count, and after a pause the window is another one.
    const early: Sent = [40_000, undefined];
    expect(judge(...steady.slice(0, 57), early, [101_000, 99]).verdict).toBe("not-applicable");
    expect(judge(...steady.slice(0, 57), early, [101_000, 99], [101_500, undefined]).verdict).toBe("not-applicable");
  });

  it("not where only one was given back, which may only seem so", () => {
    expect(judge(...exceeded, ...other(93, 93)).verdict).toBe("fail");
    expect(judge(...exceeded, ...other(93, 94)).verdict).toBe("pass");
  });

  it("not where more is missing than what still counts, and what one request may cost", () => {
    const last = (remaining: number) => judge(...exceeded, ...other(95, remaining, countdown(99, 96))).verdict;
    expect(last(94)).toBe("fail");
    expect(last(95)).toBe("not-applicable");
  });

  it("is judged where no more was in use than was given back to another at once", () => {
    const twenty: readonly Sent[] = [...exceeded.slice(0, -1), [61_000, undefined], [61_500, 20]];
    expect(judge(...twenty, ...other(80, 79, countdown(99, 81))).verdict).toBe("fail");
    expect(judge(...twenty, ...other(79, 78, countdown(99, 80))).verdict).toBe("not-applicable");
  });

  it("is not judged where more was in use within the window: a chunk leaves a part of it to the next", () => {
    // A timer adds 69 at 42 s and 84 s.
    const chunk: readonly Sent[] = [...exceeded.slice(0, 103), [41_900, undefined], [61_500, 69]];
    const burst = countdown(99).map((remaining, at): Sent => [43_000 + at * 10, remaining, otherOrganization]);
    const after: readonly Sent[] = [
      [104_500, 69, otherOrganization],
      [106_000, 68, otherOrganization],
    ];
    expect(judge(...chunk, ...burst, ...after).verdict).toBe("not-applicable");
  });

  it("is not judged where more was in use than one of several chunks that may have been given back together", () => {
    // A timer adds 60 at 5, 41 and 77 s.
    const twoChunks: readonly Sent[] = [
      ...exceeded.slice(0, 100),
      [5900, undefined],
      [40_900, undefined],
      [77_100, 99],
    ];
    const burst = countdown(99, 10).map((remaining, at): Sent => [5100 + at * 9, remaining, otherOrganization]);
    const after: readonly Sent[] = [
      [65_950, 69, otherOrganization],
      [67_500, 68, otherOrganization],
    ];
    expect(judge(...twoChunks, ...burst, ...after).verdict).toBe("not-applicable");
  });

  it("is not judged after a pause of a window, which is for another law", () => {
    const paused = other(93, 92).filter(([ms]) => ms !== 30_000);
    expect(judge(...exceeded, ...paused).verdict).toBe("not-applicable");
  });

  it("is not judged where a sliding counter would report the same, or nobody was in use for a window", () => {
    expect(judge(...other(93, 92)).verdict).toBe("not-applicable");
    expect(judge(...exceeded).verdict).toBe("not-applicable");
    // All came back within a window, as to a bucket that refills gradually.
    expect(judge(...exceeded.slice(0, 100), [61_500, 99], ...other(93, 92)).verdict).toBe("not-applicable");
    expect(judge(...exceeded, ...other(93, 92).slice(0, -1)).verdict).toBe("not-applicable");
  });
});
