import { describe, expect, it } from "vitest";
import { exchangeWith, type Said } from "../../model/exchange.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import { judgeAll } from "../judged.test.support.ts";
import { historiesOf } from "./history.ts";
import { remainingFalls } from "./remaining.ts";
import { judgeTurns, type Turn } from "./window-resets.ts";

const start = 1_790_000_000_000;

/** A read at `seconds` that took 5 ms. */
const read = (seconds: number, remaining: number, more: Said = {}): Said => ({
  sentAt: start + seconds * 1000,
  receivedAt: start + seconds * 1000 + 5,
  headers: { "X-RateLimit-Remaining": String(remaining) },
  ...more,
});

/** Reads 10 ms apart; the first is told `from`. */
const burst = (seconds: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => read(seconds + at / 100, from - at));

describe("judgeTurns", () => {
  const exchanges = [0, 1, 20, 21, 58.795, 90].map((seconds, index) => exchangeWith({ ...read(seconds, 50), index }));
  const [history] = historiesOf(exchanges, { limit: 100, windowSeconds: 60 });
  if (history === undefined) throw new Error("no history");
  const turn = (first: number, last: number): Turn => {
    const [from, to] = [exchanges[first], exchanges[last]] as readonly (Exchange | undefined)[];
    if (from === undefined || to === undefined) throw new Error("no such exchange");
    return { first: from, last: to, told: { first: first + 10, last: last + 80 } };
  };
  const judged = (turns: readonly Turn[], releases: readonly Turn[] = []) => judgeTurns(history, turns, releases);

  it("fails for two within a window, in whatever order, and shows both", () => {
    const finding = { verdict: "fail", exchanges: [0, 1, 2, 3] };
    for (const turns of [
      [turn(0, 1), turn(2, 3)],
      [turn(2, 3), turn(0, 1)],
    ]) {
      expect(judged(turns)).toMatchObject(finding);
      expect(judged(turns)?.actual).toContain("from 10 to 81 and from 12 to 83");
    }
    expect(judged([turn(0, 1)], [turn(2, 3)])).toMatchObject(finding);
    expect(judged([turn(2, 3)], [turn(0, 1)])).toMatchObject(finding);
    expect(judged([turn(0, 1), turn(1, 2)])).toMatchObject({ exchanges: [0, 1, 1, 2] });
  });

  it("says nothing of one, of two that may be the same, of two a window apart, and of releases alone", () => {
    expect(judged([turn(0, 1)])).toBeUndefined();
    expect(judged([turn(0, 2), turn(1, 3)])).toBeUndefined();
    expect(judged([turn(0, 1), turn(3, 5)])).toBeUndefined();
    // Windows turn at least 58.8 s apart.
    expect(judged([turn(0, 1), turn(3, 4)])).toBeUndefined();
    expect(judged([], [turn(0, 1), turn(2, 3)])).toBeUndefined();
  });
});

/** Windows turn at 5 s and at 65 s; each answer tells what is left in its own. */
describe("a turn that is seen late", () => {
  const before = burst(0, 99, 95);
  const after = [...burst(51, 99, 91), read(66, 99)];

  it("is not narrowed by the refusal of a session, which may have a limit of its own", () => {
    const session = read(50, 0, { status: 429, kind: "session", credential: "SESSION" });
    expect(judgeAll(remainingFalls, ...before, session, ...after).verdict).toBe("pass");
  });

  it("is narrowed by the refusal of a key, for which nothing was left then", () => {
    const other = read(50, 0, { status: 429, credential: "KEY_B" });
    expect(judgeAll(remainingFalls, ...before, other, ...after).verdict).toBe("fail");
  });
});
