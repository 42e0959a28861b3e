import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { wouldShowOneMore } from "./countdown.ts";
import { historyOf, judge as judgeLaw, read, type Sent, session } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

/** From one less than the limit to 0: 100 reads in 3 s. */
const toZero = Array.from({ length: 100 }, (_, at) => read(at, at * 30, 99 - at));
const andThen = (...more: readonly Sent[]) => [
  ...toZero,
  ...more.map(([ms, remaining, of], at) => read(100 + at, ms, remaining, of)),
];

describe("one more, served with nothing remaining", () => {
  const judge = (exchanges: readonly Exchange[]) => judgeLaw(refusedWhenExceeded, exchanges);
  const exchanges = [0, 99, 100];

  it("is found where nothing was refilled for long after", () => {
    expect(judge(andThen([3000, 0], [13_000, undefined]))).toMatchObject({ verdict: "fail", exchanges });
    expect(judge(andThen([3000, 0], [3100, undefined], [16_000, undefined]))).toMatchObject({
      verdict: "fail",
      exchanges,
    });
  });

  it("may have been refilled: another was served, or none was asked for long enough", () => {
    for (const rest of [
      [[5000, undefined]],
      [
        [13_000, 0],
        [30_000, undefined],
      ],
      [[13_000, undefined, session]],
      [[13_000, 50, session]],
    ] as const) {
      expect(judge(andThen([3000, 0], ...rest)).verdict, JSON.stringify(rest)).not.toBe("fail");
    }
  });

  /** Forty are rejected, and one more 40 s later: a sliding counter that counts these is not excluded by that. */
  const rejections: readonly Sent[] = [
    ...Array.from({ length: 40 }, (_, at): Sent => [3100 + at * 5, undefined]),
    [43_000, undefined],
  ];

  it("is found after many rejections, if a limiter that refills would have shown it before", () => {
    expect(judge(andThen([3000, 0], ...rejections))).toMatchObject({ verdict: "fail", exchanges });
    expect(judge(andThen([3000, 0], ...rejections.slice(0, -1))).verdict).toBe("pass");
    const isServed: readonly Sent[] = [...rejections.slice(0, -1), [42_900, 0], [43_000, undefined]];
    expect(judge(andThen([3000, 0], ...isServed)).verdict).toBe("pass");
  });

  it("may have been refilled before many rejections, if other requests may hide that, or if the last one was slow", () => {
    const beside = toZero.slice(1).map(({ index, sentAt }) => read(200 + index, 0, 50, { ...session, sentAt }));
    expect(judge([...andThen([3000, 0], ...rejections), ...beside]).verdict).toBe("pass");
    const givenBack = toZero.map((each, at) => (at === 30 ? read(30, 900, 70) : each));
    expect(judge([...givenBack, ...andThen([3000, 0], ...rejections).slice(100)]).verdict).toBe("pass");
    const late = [...rejections].map(([ms, remaining]): Sent => [ms + 2500, remaining]);
    expect(judge(andThen([5500, 0], ...late)).verdict).toBe("pass");
  });

  it("may have been served by a new window, where the next is asked only after that", () => {
    expect(judge(andThen([3000, 0], [60_000, undefined])).verdict).toBe("pass");
    expect(judge(andThen([3000, 0], [59_990, undefined])).verdict).toBe("fail");
  });

  it("is not what was sent before that was reported, nor what was reported before counting", () => {
    expect(judge(andThen([2975, 0], [13_000, undefined])).verdict).toBe("pass");
    const before = andThen([3000, 0], [13_000, undefined]).map((one) => (one.index === 0 ? read(0, 0, 100) : one));
    expect(judge(before.slice(1)).verdict).toBe("pass");
  });
});

describe("a countdown would show one more", () => {
  const wouldShow = (exchanges: readonly Exchange[]) => wouldShowOneMore(historyOf(exchanges));

  it("where the next is answered 429, and so for long after", () => {
    expect(wouldShow(andThen([3000, undefined], [13_000, undefined]))).toBe(true);
    expect(wouldShow(andThen([3000, undefined], [5000, undefined]))).toBe(false);
    expect(wouldShow(andThen([3000, undefined]))).toBe(false);
    expect(wouldShow(toZero)).toBe(false);
  });

  it("not from a session's 429, nor where the limit was not seen full", () => {
    expect(wouldShow(andThen([3000, undefined, session], [13_000, undefined]))).toBe(false);
    expect(wouldShow(andThen([3000, undefined], [13_000, undefined]).slice(1))).toBe(false);
    expect(wouldShow([read(0, -100, 100), ...andThen([3000, undefined], [13_000, undefined]).slice(1)])).toBe(false);
  });
});
