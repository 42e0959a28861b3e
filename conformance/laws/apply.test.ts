import { describe, expect, it } from "vitest";
import type { Law } from "../model/check.ts";
import { contract, exchangeWith } from "../model/exchange.test.support.ts";
import { fails, holds, unjudged, type Verdict } from "../model/verdict.ts";
import { createLawContext, judgeLaw, judgeSequence } from "./apply.ts";
import { Sequence, type SequenceLaw } from "./sequence-law.ts";

const context = createLawContext(contract, null);
const about = { id: "a.b", clause: "c.d", claim: "It holds" };
const exchanges = [200, 500, 200, 502].map((status, index) => exchangeWith({ status, index }));

describe("what a law shows", () => {
  it("is the first exchange that failed, whose answer is reported, among all that failed", () => {
    const law: Law = {
      ...about,
      judge: ({ status }) => (status < 500 ? holds : fails({ expected: "no 5xx", actual: String(status) })),
    };
    expect(judgeLaw(law, exchanges, context)).toMatchObject({
      verdict: { actual: "500", exchanges: [1, 3], shown: 1 },
      failed: 2,
    });
  });

  it("is every difference, once, with all exchanges that show it", () => {
    const slug = { expected: "a slug", actual: "none" };
    const law: Law = {
      ...about,
      judge: ({ status }) => fails({ expected: "a name", actual: String(status), others: [slug] }),
    };
    const { verdict } = judgeLaw(law, exchanges, context);
    expect(verdict).not.toHaveProperty("others");
    expect(verdict).toMatchObject({
      findings: [
        { expected: "a name", actual: "200", exchanges: [0, 2] },
        { ...slug, exchanges: [0, 1, 2, 3] },
        { expected: "a name", actual: "500", exchanges: [1] },
        { expected: "a name", actual: "502", exchanges: [3] },
      ],
    });
  });

  it("is, of a sequence, what the law says, and never without the last of many that prove it", () => {
    const judged = (more: Pick<Verdict & { verdict: "fail" }, "exchanges" | "shown">) => {
      const law: SequenceLaw = { ...about, judge: () => fails({ expected: "a", actual: "b", ...more }) };
      return judgeSequence(law, new Sequence(exchanges, null), unjudged("skip", "")).verdict;
    };
    expect(judged({ exchanges: [2, 1], shown: 2 })).toMatchObject({ exchanges: [2, 1], shown: 2 });
    expect(judged({ exchanges: [2, 1] })).not.toHaveProperty("shown");
    const many = judged({ exchanges: [...Array(30).keys()] }).exchanges;
    expect(many).toEqual([...Array(19).keys(), 29]);
  });
});
