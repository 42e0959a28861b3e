import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, historyOf, judge, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { type RemainingChange, stepsOf } from "./remaining-steps.ts";
import {
  isCertainReset,
  judgeResets,
  mayHaveReset,
  possibleResets,
  servedTooManyIn,
  sinceLast429,
  sinceLast429OfKeyAndEndpoint,
} from "./window-resets.ts";

describe("judgeResets", () => {
  const exchanges = readsOf([0, 1, 20, 21, 58.78, 90].map((seconds) => [seconds * 1000, 50]));
  const history = historyOf(exchanges);
  const reset = (first: number, last: number): RemainingChange => {
    const [from, to] = [exchanges[first], exchanges[last]] as readonly (Exchange | undefined)[];
    if (from === undefined || to === undefined) throw new Error("no such exchange");
    return { first: from, last: to, remaining: { first: first + 10, last: last + 80 } };
  };
  const early = { rise: 80, minBetweenMs: 58_800 };
  const judged = (resets: readonly RemainingChange[], possible: readonly RemainingChange[] = []) =>
    judgeResets(history, resets, possible);

  it("fails for two within a window, in whatever order, and shows both", () => {
    const finding = { verdict: "fail", exchanges: [0, 1, 2, 3] };
    for (const resets of [
      [reset(0, 1), reset(2, 3)],
      [reset(2, 3), reset(0, 1)],
    ]) {
      expect(judged(resets)).toMatchObject(finding);
      expect(judged(resets)?.actual).toContain("from 10 to 81, and from 12 to 83");
    }
    expect(judged([reset(0, 1)], [reset(2, 3)])).toMatchObject(finding);
    expect(judged([reset(2, 3)], [reset(0, 1)])).toMatchObject(finding);
    expect(judged([reset(0, 1), reset(1, 2)])).toMatchObject({ exchanges: [0, 1, 1, 2] });
  });

  it("says that a request was served at 0, where that is the one of the two", () => {
    const served = { ...reset(0, 1), remaining: { first: 0, last: 0 } };
    expect(judged([reset(2, 3)], [served])?.actual).toMatch(
      /^200 after X-RateLimit-Remaining: 0, \d+\.\d\d s before the window was reset: is one request more than the limit served\?$/,
    );
  });

  it("says so only of two successes that both report 0", () => {
    const { last, ...served } = { ...reset(0, 1), remaining: { first: 0, last: 0 } };
    const rejected = readsOf([[1000, undefined]])[0] ?? last;
    for (const change of [
      { ...served, last: rejected },
      { ...served, last, first: rejected },
      { ...served, last, remaining: { first: 0, last: 1 } },
      { ...served, last, remaining: { first: 1, last: 0 } },
    ])
      expect(servedTooManyIn({ ...early, earlier: change, later: reset(2, 3) })).toBeUndefined();
    expect(servedTooManyIn({ ...early, earlier: reset(2, 3), later: { ...served, last } })).toBeDefined();
  });

  it("says nothing of one, of two that may be the same, of two a window apart, and of possible alone", () => {
    expect(judged([reset(0, 1)])).toBeUndefined();
    expect(judged([reset(0, 2), reset(1, 3)])).toBeUndefined();
    expect(judged([reset(0, 1), reset(3, 5)])).toBeUndefined();
    // The window is reset at most once in 58.8 s.
    expect(judged([reset(0, 1), reset(3, 4)])).toBeUndefined();
    expect(judged([], [reset(0, 1), reset(2, 3)])).toBeUndefined();
  });
});

/** The window is reset at 5 s and at 65 s. */
describe("a reset that is seen late", () => {
  const judged = (...rejected: Sent) => judge(remainingFalls, readsOf([...before, rejected, ...after]));
  /** Reads 30 ms apart. */
  const row = (ms: number, ...remaining: readonly number[]) => remaining.map((one, at): Sent => [ms + at * 30, one]);
  const before = row(0, ...countdown(99));
  const after = [...row(51_000, ...countdown(99, 9)), [66_000, 99] as const];

  it("does not begin with the 429 of a session, which may have a limit of its own", () => {
    expect(judged(50_000, undefined, session).verdict).toBe("pass");
  });

  it("begins with the 429 of a key, for which nothing remained then", () => {
    expect(judged(50_000, undefined, secondKey).verdict).toBe("fail");
  });
});

describe("a step of the first key", () => {
  /** The last of its steps, and its history. */
  const lastStep = (...sent: readonly Sent[]) => {
    const history = historyOf(readsOf(sent));
    const step = stepsOf(history, ({ credential }) => credential === "KEY_A").at(-1);
    if (step === undefined) throw new Error("no step");
    return { history, step };
  };
  const used = countdown(99, 50).map((remaining, at): Sent => [at * 30, remaining]);
  /** Two remain, of which a 429 may have taken the last. */
  const nearlyAll = countdown(99, 2).map((remaining, at): Sent => [at * 30, remaining]);

  it("is a reset where it rises by more than a refill explains", () => {
    const rise = (ms: number, remaining: number) => {
      const { history, step } = lastStep(...used, [ms, remaining]);
      return isCertainReset(history, step);
    };
    // In 30 s, 50 are refilled, and one at the most in a step.
    expect(rise(31_470, 99)).toBe(false);
    expect(rise(10_000, 99)).toBe(true);
    expect(rise(1500, 53)).toBe(true);
    expect(rise(1500, 51)).toBe(false);
  });

  it("is a reset where it rises so since the key's last 429, or by what no window that slides can have left", () => {
    const since429 = (...rejected: readonly Sent[]) => {
      const { history, step } = lastStep(...nearlyAll, ...rejected, [30_000, 40]);
      return isCertainReset(history, step);
    };
    expect(since429()).toBe(false);
    expect(since429([29_000, undefined])).toBe(true);
    const early = lastStep(...used, [29_000, undefined], [30_000, 40]);
    expect(isCertainReset(early.history, early.step)).toBe(false);
    expect(since429([29_000, undefined, secondKey])).toBe(false);
    expect(since429([29_000, undefined, { operation: "getInstallation" }])).toBe(false);
    const later = lastStep(...used, [44_000, 51], [45_000, 50], [46_000, 99]);
    expect(isCertainReset(later.history, later.step)).toBe(true);
  });

  it("is measured from the key's last 429 that came before it", () => {
    const since = (...rejected: readonly Sent[]) => {
      const { history, step } = lastStep(...nearlyAll, ...rejected, [50_000, 60]);
      const { first, last, remaining, between } = sinceLast429OfKeyAndEndpoint(history, step);
      return [first.index, last.index, remaining.first, remaining.last, between.map(({ index }) => index)];
    };
    expect(since([40_000, undefined], [45_000, undefined], [47_000, 9, secondKey])).toEqual([99, 101, 0, 60, [100]]);
    expect(since([45_000, undefined, secondKey])).toEqual([97, 99, 2, 60, [98]]);
    expect(since([45_000, undefined, { operation: "getInstallation" }])).toEqual([97, 99, 2, 60, [98]]);
    expect(since([49_990, undefined])).toEqual([97, 99, 2, 60, [98]]);
  });

  it("is narrowed to what follows the last 429 of any key that less than a limit's requests follow, unless it comes too early", () => {
    const usedUp = countdown(99).map((remaining, at): Sent => [at * 30, remaining]);
    const from = (before: readonly Sent[], ...between: readonly Sent[]) => {
      const { history, step } = lastStep(...before, ...between, [50_000, 60]);
      return sinceLast429(history, step).first.index;
    };
    expect(from(usedUp, [40_000, undefined], [45_000, undefined, secondKey])).toBe(101);
    expect(from(used, [45_000, undefined])).toBe(49);
    expect(from(usedUp, [45_000, undefined, session])).toBe(99);
    const others = (count: number) => Array.from({ length: count }, (_, at): Sent => [45_030 + at * 30, 50, session]);
    expect(from(usedUp, [45_000, undefined], ...others(97))).toBe(100);
    expect(from(usedUp, [45_000, undefined], ...others(98))).toBe(99);
  });

  it("may be a reset where it does not fall, and its first request was alone", () => {
    const possible = (...more: readonly Sent[]) => {
      const history = historyOf(readsOf(more));
      return possibleResets(history, stepsOf(history)).map(({ first, last }) => [first.index, last.index]);
    };
    expect(possible([0, 50], [30, 49], [60, 49], [90, 60])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(possible([0, 50], [10, undefined, session], [60, 50])).toEqual([]);
  });

  it("may be a reset where no more is missing than was counted since", () => {
    const may = (remaining: number) => {
      const { history, step } = lastStep([0, 99], [30, 98, secondKey], [60, undefined, session], [90, remaining]);
      return mayHaveReset(history, step);
    };
    expect(may(96)).toBe(true);
    expect(may(95)).toBe(false);
  });
});
