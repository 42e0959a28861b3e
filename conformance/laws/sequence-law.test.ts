import { describe, expect, it } from "vitest";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { fails, holds, notApplicable, type Verdict } from "../model/verdict.ts";
import { Sequence, type SequenceLaw } from "./sequence-law.ts";

const failure = fails({ expected: "a", actual: "b" });

/** A law with this verdict, which counts how often it is asked. */
function lawWith(verdict: Verdict, explainedBy: readonly SequenceLaw[] = []) {
  const law = {
    id: "a.b",
    clause: "c.d",
    claim: "It holds",
    explainedBy,
    asked: 0,
    judge() {
      law.asked += 1;
      return verdict;
    },
  };
  return law;
}

describe("a sequence", () => {
  const sequence = () => new Sequence([exchangeWith({ index: 0 })], { limit: 100, windowSeconds: 60 });

  it("has each law judged once, however often it is asked for and by whichever other law", () => {
    const first = lawWith(failure);
    const second = lawWith(failure, [first]);
    const third = lawWith(failure, [second, first]);
    const run = sequence();
    for (const law of [third, first, second, third]) run.verdictOf(law);
    expect([first, second, third].map(({ asked }) => asked)).toEqual([1, 1, 1]);
  });

  it("says nothing of a law that fails after another whose failure explains it", () => {
    const cause = lawWith(failure);
    const run = sequence();
    const reason = `what fails ${cause.id} shows here, too: fix that first`;
    expect(run.verdictOf(lawWith(failure, [cause]))).toMatchObject({ verdict: "not-applicable", reason });
    expect(run.verdictOf(lawWith(holds, [cause]))).toBe(holds);
    expect(run.verdictOf(lawWith(failure, [lawWith(holds), lawWith(notApplicable)]))).toBe(failure);
  });

  it("builds its histories once, and none without a rate limit", () => {
    const run = sequence();
    expect(run.histories).toHaveLength(1);
    expect(run.histories).toBe(run.histories);
    expect(new Sequence(run.exchanges, null).histories).toEqual([]);
  });
});
