import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AlgorithmName, algorithmNames, algorithms } from "../../testing/simulated-limiters/algorithms.ts";
import { judge as judgeLaw, readsOf, type Sent } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

const limits = { limit: 20, windowSeconds: 10 };
const judge = (sent: readonly Sent[]) => judgeLaw(refusedWhenExceeded, readsOf(sent), limits);
/** The header reports nothing that could be judged. */
const burst = (ms: number, count: number): readonly Sent[] =>
  Array.from({ length: count }, (_, at): Sent => [ms + at * 5, 10]);
const start: Sent = [0, 10];

describe("more than the limit after a window without requests", () => {
  it("is found where no timer explains it twice", () => {
    expect(judge([start, ...burst(11_000, 31), ...burst(34_000, 31)])).toMatchObject({
      verdict: "fail",
      actual: "31 served in 0.17 s, and 31 served in 0.17 s",
      exchanges: [1, 31, 32, 62],
    });
  });

  it.each([
    ["it happens once", [start, ...burst(11_000, 31)]],
    ["the windows of a clock explain it", [start, ...burst(11_000, 31), ...burst(31_000, 31)]],
    ["a timer explains it that gives back 15 every 7.5 s", [start, ...burst(11_000, 31), ...burst(33_500, 31)]],
    [
      "there was a request within the window before",
      [[7000, 10], ...burst(11_000, 31), [30_000, 10], ...burst(34_000, 31)],
    ],
    ["nothing is known of the window before", [...burst(11_000, 31), ...burst(34_000, 31)]],
    ["a bucket may have refilled it", [start, ...burst(11_000, 21), ...burst(34_000, 21)]],
  ] as const)("is not found where %s", (_, sent) => {
    expect(judge(sent).verdict).not.toBe("fail");
  });

  // A timer with any period may be a whole number of periods in each pause: that is unlikely, and not judged.
  it.each(algorithmNames.filter((name) => !name.includes("any interval")))("is not what happens with a %s", (name) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.array(fc.integer({ min: 11_000, max: 40_000 }), { minLength: 3, maxLength: 6 }),
        (phaseMs, pauses) => {
          expect(judge(served(name, phaseMs, pauses)).verdict).not.toBe("fail");
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** What a limiter serves of bursts of 60 requests, with these pauses before them, in ms. */
function served(name: AlgorithmName, phaseMs: number, pauses: readonly number[]): readonly Sent[] {
  const bucket = algorithms[name]({ limit: 20, windowMs: 10_000, phaseMs, parts: 4, expiryOffsetMs: 0 });
  let now = 20_000;
  return [0, ...pauses].flatMap((pause) => {
    now += pause;
    return burst(now, 60).map(([ms]): Sent => {
      now = ms;
      // It is counted in the middle of the 20 ms.
      if (bucket.used(ms + 10) > 19) return [ms, undefined];
      bucket.count(ms + 10);
      return [ms, 10];
    });
  });
}
