import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, historyOf, judge, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { remainingFalls } from "./remaining-falls.ts";
import type { Change } from "./remaining-steps.ts";
import { judgeResets } from "./window-resets.ts";

describe("judgeResets", () => {
  const exchanges = readsOf([0, 1, 20, 21, 58.78, 90].map((seconds) => [seconds * 1000, 50]));
  const history = historyOf(exchanges);
  const reset = (first: number, last: number): Change => {
    const [from, to] = [exchanges[first], exchanges[last]] as readonly (Exchange | undefined)[];
    if (from === undefined || to === undefined) throw new Error("no such exchange");
    return { first: from, last: to, remaining: { first: first + 10, last: last + 80 } };
  };
  const judged = (resets: readonly Change[], possible: readonly Change[] = []) =>
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
  const before = row(0, ...countdown(99, 5));
  const after = [...row(51_000, ...countdown(99, 9)), [66_000, 99] as const];

  it("is not narrowed by the 429 of a session, which may have a limit of its own", () => {
    expect(judged(50_000, undefined, session).verdict).toBe("pass");
  });

  it("is narrowed by the 429 of a key, for which nothing remained then", () => {
    expect(judged(50_000, undefined, secondKey).verdict).toBe("fail");
  });
});
