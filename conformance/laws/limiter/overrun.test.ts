import { describe, expect, it } from "vitest";
import { countdown, judge as judgeLaw, readsOf, type Sent, session } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

/** Each burst two minutes after the one before. */
const judge = (...bursts: readonly (readonly Sent[])[]) =>
  judgeLaw(
    refusedWhenExceeded,
    readsOf(bursts.flatMap((burst, at) => burst.map(([ms, ...rest]): Sent => [at * 130_000 + ms, ...rest]))),
  );
/** Reads 5 ms apart. */
const burst = (ms: number, ...remaining: readonly (number | undefined)[]): readonly Sent[] =>
  remaining.map((one, at) => [ms + at * 5, one]);

describe("more served in a burst than what remained", () => {
  it("is found from a full limit on, the second time", () => {
    const row: readonly Sent[] = [[0, 99], ...burst(25, ...countdown(98), 0)];
    expect(judge(row, row)).toMatchObject({ verdict: "fail", exchanges: [0, 100, 101, 201] });
    expect(judge(row).verdict).toBe("not-applicable");
    const whole: readonly Sent[] = [[0, 99], ...burst(25, ...countdown(98))];
    expect(judge(whole, whole, row).verdict).toBe("not-applicable");
  });

  it("is found from a full limit on, whatever was sent a window ago", () => {
    const row: readonly Sent[] = [[0, 99], [59_500, 99], ...burst(59_525, ...countdown(98), 0)];
    expect(judge(row, row).verdict).toBe("fail");
  });

  it("is not found where what was sent a window ago is forgotten, nor where a value is missing", () => {
    const forgotten: readonly Sent[] = [[0, 7], [57_500, 6], [59_500, 5], ...burst(59_525, ...countdown(4), 0)];
    expect(judge(forgotten, forgotten).verdict).toBe("not-applicable");
    const missing: readonly Sent[] = [[0, 6], [2000, 5], ...burst(2025, 4, 2, 1), [2040, 0], [2040, 0], [2040, 0]];
    expect(judge(missing, missing).verdict).toBe("not-applicable");
  });

  it("is found after a pause in which a limiter that refills would have risen", () => {
    const row = (pause: number, ...more: readonly Sent[]): readonly Sent[] => [
      [0, 6],
      ...more,
      [pause, 5],
      ...burst(pause + 25, ...countdown(4), 0),
    ];
    expect(judge(row(2000), row(2000))).toMatchObject({ verdict: "fail", exchanges: [1, 7, 9, 15] });
    expect(judge(row(1000), row(1000)).verdict).toBe("not-applicable");
    expect(judge(row(2000, [900, 5, session]), row(2000, [900, 5, session])).verdict).toBe("not-applicable");
    const overlapped: readonly Sent[] = [...row(2000), [2010, undefined, session]];
    const sorted = overlapped.toSorted(([a], [b]) => a - b);
    expect(judge(sorted, sorted).verdict).toBe("pass");
  });

  it("is found after the same value came twice, where the limit was never full after a 429", () => {
    const row = (apart: number): readonly Sent[] => [
      [0, 5],
      [apart, 5],
      ...burst(apart + 25, ...countdown(4), 0, undefined),
    ];
    const first = burst(0, undefined);
    expect(judge(first, row(30), row(30))).toMatchObject({ verdict: "fail", exchanges: [2, 8, 11, 17] });
    expect(judge(first, row(320), row(320)).verdict).toBe("pass");
    expect(judge(first, [[0, 99]], row(30), row(30)).verdict).toBe("pass");
    expect(judge([[0, 99]], first, row(30), row(30)).verdict).toBe("fail");
    // After a 429 the next chunk may just have come, if a bucket may be filled in chunks; what does not count is not served.
    const to = (...more: readonly Sent[]): readonly Sent[] => [...row(30).slice(0, -2), ...more];
    const rejected: Sent = [85, undefined];
    const after429 = to(rejected, [90, 0]);
    expect(judge(first, after429, after429).verdict).toBe("pass");
    expect(judge(first, after429, row(30)).verdict).toBe("pass");
    expect(judge(first, to([90, 0, session], rejected), to([90, 0, session], rejected)).verdict).toBe("pass");
    // Where no value came twice, a part of a request may have been there before.
    const without: readonly Sent[] = [[0, 6], ...row(30).slice(1)];
    expect(judge(first, without, without).verdict).not.toBe("fail");
    const between: readonly Sent[] = [[0, 5], [15, undefined, session], ...row(60).slice(1)];
    expect(judge(first, between, between).verdict).not.toBe("fail");
    expect(judge(row(30).slice(0, -1), row(30).slice(0, -1)).verdict).toBe("not-applicable");
  });

  it("is not found after a 429 if a chunk of ten came, of which nine remain", () => {
    const before: readonly Sent[] = [[0, 99], ...burst(5, ...countdown(98).slice(0, -5)), [2500, 4], [4500, 3]];
    const row: readonly Sent[] = [...before, ...burst(4525, 2, 1, 0), [4545, undefined], [4550, 9]];
    expect(judge(row, row).verdict).not.toBe("fail");
  });

  it("is found after a 429 if nothing was refilled for most of a window", () => {
    const row: readonly Sent[] = [[0, 99], ...burst(25, ...countdown(98), undefined, 0)];
    expect(judge(row, row).verdict).not.toBe("fail");
    expect(judge([...row, [50_000, undefined]], row).verdict).toBe("fail");
  });

  it("is not found where more was refilled than was known, or others sent too", () => {
    const rows = (...remaining: readonly number[]): readonly Sent[] => [
      [0, 6],
      [2000, 5],
      ...burst(2025, ...remaining),
    ];
    const again = rows(4, 3, 3, 2, 1, 0, 0);
    expect(judge(again, again).verdict).toBe("not-applicable");
    const slow: readonly Sent[] = [
      [0, 6],
      [2000, 5],
      ...countdown(4).map((one, at) => [2100 + at * 120, one] as const),
      [2700, 0],
    ];
    expect(judge(slow, slow).verdict).toBe("not-applicable");
    const before: readonly Sent[] = [...rows(4, 3, 2, 1, 0, 0)].map(
      ([ms, remaining]) => [ms, remaining === 0 ? 1 : remaining] as const,
    );
    expect(judge(before, before).verdict).toBe("not-applicable");
  });

  /** 99 to 0 in 3 s, and one more. A session may count, or not: so each of its requests may hide one that was given back. */
  const slow = (ms: number): readonly Sent[] =>
    [...countdown(99), 0].flatMap((one, at): readonly Sent[] => [
      [ms + at * 30, one],
      [ms + at * 30 + 25, one, session],
    ]);
  /** 60 are answered 429, and another 50 s later: a bucket would have refilled more than that. */
  const unfilled: readonly Sent[] = [
    ...burst(3050, ...Array.from({ length: 60 }, () => undefined)),
    [53_500, undefined],
  ];

  it("is found in a longer time, too, where the limiter does not refill and no window moved on both times", () => {
    const twice = (ms: number, rejected = unfilled) => judge([...slow(0), ...rejected, ...slow(ms)]);
    expect(twice(66_000)).toMatchObject({ verdict: "fail", exchanges: [0, 200, 263, 463] });
    expect(twice(61_000).verdict).toBe("pass");
    expect(twice(66_000, []).verdict).toBe("not-applicable");
    expect(judge([...slow(0), ...unfilled]).verdict).toBe("pass");
  });

  it("is found where one was served too many in a longer time, and one in a burst", () => {
    const row: readonly Sent[] = [[70_000, 99], ...burst(70_025, ...countdown(98), 0)];
    expect(judge([...slow(0), ...unfilled, ...row])).toMatchObject({
      verdict: "fail",
      exchanges: [0, 200, 263, 363],
    });
  });
});
