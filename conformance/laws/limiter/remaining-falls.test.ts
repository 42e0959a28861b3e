import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import {
  countdown,
  historyOf,
  judge as judgeLaw,
  otherOrganization,
  post,
  readsOf,
  type Sent,
  secondKey,
} from "./read.test.support.ts";
import { earlyResetOf, remainingFalls } from "./remaining-falls.ts";

const judge = (...sent: readonly Sent[]) => judgeLaw(remainingFalls, readsOf(sent));
const of =
  (more: Partial<Exchange>) =>
  ([ms, remaining]: Sent): Sent => [ms, remaining, more];
/** Reads 30 ms apart. */
const row = (ms: number, ...remaining: readonly number[]) => remaining.map((one, at): Sent => [ms + at * 30, one]);

describe("a fall", () => {
  it("is of one for each request that may have been counted", () => {
    expect(judge([0, 50], [30, 48])).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge([0, 50], [30, 49]).verdict).toBe("not-applicable");
    expect(judge([0, 50], [30, 0, secondKey], [60, 48]).verdict).not.toBe("fail");
    expect(judge([0, 50], [30, 0, secondKey], [60, 47]).verdict).toBe("fail");
  });

  it("is too far also over the end of a window, which only gives requests back", () => {
    expect(judge([0, 3], [61_000, 1])).toMatchObject({
      verdict: "fail",
      actual: expect.stringMatching(/^it fell by 2, from 3 to 1, in 61\S* s: a new window may only raise it$/),
    });
    expect(judge([0, 3], [61_000, 99]).verdict).not.toBe("fail");
  });

  it("is for another law where another organization sent too, or where it is of writes", () => {
    expect(judge([0, 50], [30, 99, otherOrganization], [60, 47]).verdict).not.toBe("fail");
    expect(judge([0, 50, post], [30, 47, post]).verdict).not.toBe("fail");
  });

  it("may be as much less as refilling explains", () => {
    const since = (count: number) =>
      judge(
        ...row(0, ...countdown(99, 60)),
        [1200, 59, secondKey],
        ...row(1230, ...Array.from({ length: count + 1 }, () => 58)),
      );
    // Four requests, less one that was refilled, one that others may have used before, and one that is reported before or after.
    expect(since(4).verdict).toBe("pass");
    expect(since(5)).toMatchObject({
      verdict: "fail",
      exchanges: [41, 46],
      expected: expect.stringContaining("over 5 reads in"),
    });
  });

  it("holds where every request was counted, although as many may have expired", () => {
    const posts = row(0, ...countdown(99, 60)).map(([ms, remaining]): Sent => [ms, remaining, post]);
    const aWindowLater = (...remaining: readonly number[]) => judge(...posts, ...row(60_000, ...remaining)).verdict;
    expect(aWindowLater(...countdown(59, 48))).toBe("pass");
    expect(aWindowLater(...countdown(59, 54), ...countdown(54, 49))).toBe("not-applicable");
  });

  it("is judged over concurrent requests, if single ones are refilled as fast as they are sent", () => {
    /** Pairs, each answered after 450 ms, in which the limiter refills three quarters of a request. */
    const pairs = (count: number, fall: number) =>
      readsOf(
        Array.from({ length: 2 * count }, (_, at): Sent => {
          const sentAt = 1_790_000_000_000 + Math.floor(at / 2) * 450;
          return [0, 99 - Math.floor(at * fall), { sentAt, receivedAt: sentAt + 450 }];
        }),
      );
    const verdict = (count: number, fall: number) => judgeLaw(remainingFalls, pairs(count, fall)).verdict;
    expect(verdict(4, 1)).toBe("not-applicable");
    expect(verdict(8, 1)).toBe("pass");
    expect(verdict(20, 0.625)).toBe("pass");
    expect(verdict(20, 0.25)).toBe("fail");
    const other = pairs(8, 1).map((each) => (each.index % 4 === 1 ? { ...each, credential: "KEY_B" } : each));
    expect(judgeLaw(remainingFalls, other).verdict).toBe("not-applicable");
  });

  it("is not judged of concurrent requests that a chunk may have hidden", () => {
    /** After 40 reads, six times eight concurrent ones, which fell by as many to the next eight. */
    const bursts = (...falls: readonly number[]) => {
      let remaining = 60;
      const sent = falls.flatMap((fall, at) => {
        const value = remaining;
        remaining -= fall;
        return Array.from({ length: 8 }, (): Sent => [1200 + at * 30, value]);
      });
      return judge(...row(0, ...countdown(99, 61)), ...sent);
    };
    expect(bursts(8, 8, 1, 8, 8, 8).verdict).toBe("pass");
    expect(bursts(8, 1, 1, 1, 8, 8).verdict).toBe("fail");
  });

  it("may be too little by one where a reset of the window would not show", () => {
    const since = (count: number) => judge(...row(0, 99, 98, 97, ...Array.from({ length: count }, () => 96)));
    expect(since(4).verdict).toBe("pass");
    expect(since(7).verdict).toBe("fail");
  });

  it("is not measured over requests to other endpoints in between, which another law compares with the reads", () => {
    const alternating = (between: Partial<Exchange>) =>
      countdown(99, 60).flatMap((value, at): readonly Sent[] => [
        [at * 60, value],
        [at * 60 + 30, value, between],
      ]);
    expect(judge(...alternating(post)).verdict).not.toBe("fail");
    expect(judge(...alternating({})).verdict).toBe("fail");
  });

  it("is not measured over what another sent, or below 0", () => {
    const mixed = Array.from({ length: 8 }, (_, at): Sent => [1200 + at * 30, 58, at % 2 === 0 ? {} : secondKey]);
    expect(judge(...row(0, ...countdown(99, 59)), ...mixed).verdict).toBe("pass");
    const zeros = Array.from({ length: 12 }, () => 0);
    expect(judge(...row(0, ...countdown(99, 0)), [3030, 0, secondKey], ...row(3060, ...zeros)).verdict).toBe("pass");
  });
});

describe("rises", () => {
  it("are one for a reset of the window, and few for what was refilled", () => {
    expect(judge(...row(0, ...countdown(99, 10), 11)).verdict).toBe("pass");
    expect(judge(...row(0, ...countdown(99, 10), 11, 12))).toMatchObject({ verdict: "fail", exchanges: [89, 91] });
    expect(judge(...row(0, ...countdown(99, 10), 99, 98, 97)).verdict).toBe("pass");
    // A chunk of 20 comes each 12 s.
    expect(judge(...row(0, ...countdown(99, 10)), ...row(3000, 29, 28, 27), ...row(15_000, 46)).verdict).toBe("pass");
    expect(judge(...row(0, ...countdown(99, 10)), ...row(3000, 29, 28, 27), ...row(10_000, 46)).verdict).toBe("fail");
    const slow = [11, 12, 13, 14].map((remaining, at): Sent => [5000 + at * 2000, remaining]);
    expect(judge(...row(0, ...countdown(99, 10)), ...slow).verdict).toBe("pass");
  });
});

describe("rises of a sliding window", () => {
  /** Each is 12 or more at once, in segments of 5 s. */
  const each400 = countdown(99, 50).map((remaining, at): Sent => [at * 400, remaining]);

  it("give back what was sent a window ago", () => {
    expect(judge(...each400, [60_100, 61], [65_100, 72], [70_100, 83], [75_100, 94]).verdict).not.toBe("fail");
  });

  it("give back nothing that was sent later", () => {
    expect(judge(...each400, [20_100, 61], [25_100, 72], [30_100, 83], [35_100, 94]).verdict).toBe("fail");
  });
});

it("rises of ten windows may come from a timer that is a little too fast", () => {
  const periods = Array.from({ length: 100 }, (_, period) => row(period * 5950, ...countdown(49, 40)));
  expect(judge(...periods.flat()).verdict).not.toBe("fail");
});

it("a value that counts down on each path by itself is no fault of the value: the paths have limits of their own", () => {
  const status = (at: number) => ({
    operation: "getFeedbackStatus" as const,
    request: { method: "GET", url: `http://simulated/api/v1/feedback/fbk_${at}/status`, headers: [], body: "" },
  });
  const sent = Array.from({ length: 20 }, (_, at): Sent => [at * 30, 99, status(at)]);
  expect(judge(...sent).verdict).not.toBe("fail");
  expect(judge(...sent.map(([ms, remaining]): Sent => [ms, remaining, status(0)])).verdict).toBe("fail");
});

describe("the window was reset too early", () => {
  const early = (more?: Partial<Exchange>) =>
    [0, 3000, 6000].flatMap((ms) => countdown(99, 50).map((remaining, at): Sent => [ms + at * 30, remaining, more]));

  it("as the reads of one key and endpoint show", () => {
    expect(judge(...early()).verdict).toBe("fail");
    expect(earlyResetOf(historyOf(readsOf(early())))).toMatchObject({ rise: 49, minBetweenMs: 28_200 });
    const ofTwo = early().map(([ms, remaining], at): Sent => [ms, remaining, at % 100 < 50 ? {} : secondKey]);
    expect(earlyResetOf(historyOf(readsOf(ofTwo)))).toBeUndefined();
    expect(earlyResetOf(historyOf(readsOf(early(post))))).toBeUndefined();
  });

  it("shows in a key's reads of several endpoints, if these count down together", () => {
    const [profile, features] = [{ operation: "getMe" }, { operation: "listFeatures" }] as const;
    const third = (remaining: number): Sent => [3000, remaining, features];
    const resets = [...row(0, ...countdown(99, 60)), ...row(1300, ...countdown(99, 80)).map(of(profile)), third(99)];
    expect(judge(...resets)).toMatchObject({ verdict: "fail", actual: expect.stringContaining("reset twice") });
    expect(judge(...resets.slice(0, -1), third(79)).verdict).not.toBe("fail");
    expect(judge(...resets.slice(0, -1), [3000, 99, secondKey]).verdict).not.toBe("fail");
    // Of a cache, or another counter.
    expect(judge(...resets, [3100, 79, profile]).verdict).not.toBe("fail");
  });

  it("as its 429s show, after which nothing remained", () => {
    const until = (ms: number) =>
      judge(
        ...row(0, ...countdown(99)),
        [50_000, undefined],
        ...row(51_000, ...countdown(50)),
        [ms - 1000, undefined],
        [ms, 50],
      ).verdict;
    expect(until(79_000)).toBe("fail");
    expect(until(82_000)).not.toBe("fail");
  });

  it("but not as 429s show that came while much remained, and that report 0, in a count that goes on falling", () => {
    const used = [...row(0, ...countdown(99)), [3000, undefined] as Sent];
    const disturbed = (after: number, last: number) =>
      judge(
        ...used,
        ...row(70_000, ...countdown(99, 61)),
        [71_200, undefined],
        ...row(71_230, ...countdown(after, after - 32)),
        [72_300, undefined],
        ...row(72_330, ...countdown(last, last - 3)),
      );
    expect(disturbed(60, 27).verdict).not.toBe("fail");
    expect(disturbed(90, 85).verdict).toBe("fail");
  });
});

describe("what remains after a pause", () => {
  const paused = (ms: number, remaining: number, ...before: readonly Sent[]) =>
    judge(...row(0, ...countdown(99, 50)), ...before, [ms, remaining]);

  it("is the limit, less the request itself and what a limiter may still count", () => {
    expect(paused(130_000, 99).verdict).toBe("pass");
    expect(paused(130_000, 98)).toMatchObject({ verdict: "fail", exchanges: [49, 50] });
    expect(paused(130_000, 98, [129_900, 99, otherOrganization]).verdict).toBe("fail");
  });

  it("may be less where a sliding counter still counts what was sent before", () => {
    expect(paused(70_000, 56).verdict).toBe("pass");
    expect(paused(70_000, 50).verdict).toBe("fail");
    // Within a window, nothing is said.
    expect(paused(60_000, 50).verdict).toBe("pass");
  });

  it("may be less where others may have used it before the run", () => {
    expect(judge([0, 99], [130_000, 99]).verdict).toBe("pass");
    expect(judge([0, 0], [70_000, 0]).verdict).toBe("not-applicable");
    expect(judge([0, 20], [70_000, 19]).verdict).not.toBe("fail");
  });
});
