import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import { judgeAll } from "../judged.test.support.ts";
import { historiesOf } from "./history.ts";
import { remainingFalls } from "./remaining-falls.ts";
import type { Change } from "./remaining-steps.ts";
import { judgeResets } from "./window-resets.ts";

const start = 1_790_000_000_000;

/** A read at `seconds` that took 5 ms. */
const read = (seconds: number, remaining: number, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  sentAt: start + seconds * 1000,
  receivedAt: start + seconds * 1000 + 5,
  headers: { "X-RateLimit-Remaining": String(remaining) },
  ...more,
});

/** Reads 10 ms apart; the first reports `from`. */
const burst = (seconds: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => read(seconds + at / 100, from - at));

describe("judgeResets", () => {
  const exchanges = [0, 1, 20, 21, 58.795, 90].map((seconds, index) => exchangeWith({ ...read(seconds, 50), index }));
  const [history] = historiesOf(exchanges, { limit: 100, windowSeconds: 60 });
  if (history === undefined) throw new Error("no history");
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
  const before = burst(0, 99, 95);
  const after = [...burst(51, 99, 91), read(66, 99)];

  it("is not narrowed by the 429 of a session, which may have a limit of its own", () => {
    const session = read(50, 0, { status: 429, kind: "session", credential: "SESSION" });
    expect(judgeAll(remainingFalls, ...before, session, ...after).verdict).toBe("pass");
  });

  it("is narrowed by the 429 of a key, for which nothing remained then", () => {
    const other = read(50, 0, { status: 429, credential: "KEY_B" });
    expect(judgeAll(remainingFalls, ...before, other, ...after).verdict).toBe("fail");
  });
});
