import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { otherOrganization } from "./other-organization.ts";
import {
  otherOrganization as foreign,
  judge as judgeLaw,
  post,
  rateLimit,
  readsOf,
  response,
  type Sent,
} from "./read.test.support.ts";

const judge = (sent: readonly Sent[]) => judgeLaw(otherOrganization, readsOf(sent));

describe("limit.other-organization", () => {
  const busy = Array.from({ length: 60 }, (_, at): Sent => [150_000 + at * 30, 99 - at, foreign]);
  const own = (count: number) => Array.from({ length: count }, (_, at): Sent => [152_000 + at * 30, 99 - at]);
  const first: Sent = [0, 99];

  it("is found where an organization is answered 429 only for what another has used", () => {
    expect(judge([first, ...busy, ...own(41), [156_000, undefined]])).toMatchObject({
      verdict: "fail",
      expected:
        "no 429 for org_1, which had sent 41 in the last 60 s: however they are counted, they are at most 41 of the limit of 100",
      actual:
        "429, after other organizations had sent 60 in the last 120 s: do they share a counter, or the start of its window?",
      exchanges: [102],
    });
    // What was sent before the last window is not in use.
    const earlier = Array.from({ length: 30 }, (_, at): Sent => [85_000 + at * 30, 99 - at]);
    expect(judge([...earlier, ...busy, ...own(41), [156_000, undefined]])).toMatchObject({
      expected: expect.stringMatching(/^no 429 for org_1, which had sent 41 in the last 60 s: /),
    });
    // All of them together are less than the limit: it is early, whoever sent them.
    expect(judge([first, ...busy, ...own(38), [156_000, undefined]]).verdict).not.toBe("fail");
    expect(judge([first, ...own(100), [156_000, undefined], ...busy]).verdict).not.toBe("fail");
  });

  it("is not found where requests had no response, which a client may have repeated", () => {
    const burst = (failure: Partial<Exchange>) => [
      first,
      ...busy,
      ...Array.from({ length: 5 }, (_, at): Sent => [152_000 + at * 30, undefined, failure]),
      [153_000, 89] as Sent,
    ];
    const lost = { response: undefined, failure: "EOF" };
    expect(judge(burst(lost)).verdict).not.toBe("fail");
    expect(judge(burst({ response: response(404) })).verdict).toBe("fail");
  });

  it("is not found where one limit for all would not explain another 429", () => {
    const sent: readonly Sent[] = [...busy, ...own(41), [156_000, undefined]];
    const before = Array.from({ length: 80 }, (_, at): Sent => [at * 30, 99 - at]);
    expect(judge([...before, ...sent]).verdict).toBe("fail");
    expect(judge([...before, [140_000, undefined], ...sent]).verdict).not.toBe("fail");
    expect(judge([...before, [140_000, undefined], [145_000, 99], ...sent]).verdict).not.toBe("fail");
  });

  it("is not found between organizations of different tiers, which share no limit", () => {
    const sent = readsOf([first, ...busy, ...own(41), [156_000, undefined]]);
    for (const tier of [
      { limit: 200, windowSeconds: 60 },
      { limit: 100, windowSeconds: 30 },
    ]) {
      const limits = { ...rateLimit, tiers: new Map([["KEY_C", tier]]) };
      expect(judgeLaw(otherOrganization, sent, limits).verdict).not.toBe("fail");
    }
  });

  it("is not where other organizations are served right after a 429, as with limits of their own", () => {
    const early: Sent = [153_900, undefined];
    const followedBy = (count: number, remaining: number | undefined, more: Partial<Exchange> = foreign) => {
      const sent = Array.from({ length: count }, (_, at): Sent => [154_000 + at * 30, remaining, more]);
      return judge([first, ...busy, ...own(45), early, ...sent]).verdict;
    };
    expect(followedBy(0, 39)).toBe("fail");
    expect(followedBy(20, 39)).not.toBe("fail");
    // Two, and what one limit for all gives back meanwhile.
    expect(followedBy(3, 39)).toBe("fail");
    expect(followedBy(20, undefined)).toBe("fail");
    expect(followedBy(20, 39, {})).toBe("fail");
  });

  it("is not found where some of the organization's own requests count twice, also while no other sends", () => {
    const posts = (ms: number) =>
      [0, 1, 2, 3].map((at): Sent => [ms + at * 30, undefined, { ...post, response: response(202) }]);
    const others = Array.from({ length: 10 }, (_, at): Sent => [400 + at * 30, 99 - at, foreign]);
    const judged = (alone: number, together: number) =>
      judge([first, ...posts(100), [300, alone], ...others, ...posts(710), [900, together]]).verdict;
    expect(judged(94, 89)).toBe("pass");
    expect(judged(94, 85)).toBe("fail");
    expect(judged(90, 81)).toBe("pass");
    expect(judged(90, 70)).toBe("fail");
  });

  it("is found where what remains falls by what another has used", () => {
    const afterwards = (remaining: number, others = busy) =>
      judge([first, [149_000, 99], ...others, [156_000, remaining]]).verdict;
    expect(afterwards(98)).toBe("pass");
    expect(afterwards(97)).toBe("fail");
    expect(afterwards(38)).toBe("fail");
    expect(afterwards(97, busy.slice(0, 3))).toBe("fail");
    expect(afterwards(97, busy.slice(0, 2))).toBe("not-applicable");
  });

  it("is not found where one of the organization's own requests was counted many times, while no other sent", () => {
    const others = Array.from({ length: 10 }, (_, at): Sent => [400 + at * 30, 99 - at, foreign]);
    const judged = (alone: number, together: number) =>
      judge([first, [100, alone], ...others, [900, together]]).verdict;
    expect(judged(92, 85)).toBe("pass");
    expect(judged(92, 84)).toBe("fail");
  });

  it("is not found where a window begins partly used after a pause in which no other sent", () => {
    const others = Array.from({ length: 20 }, (_, at): Sent => [100_000 + at * 30, 99 - at, foreign]);
    const judged = (alone: number, together: number, during: readonly Sent[] = []) =>
      judge([first, ...during, [65_000, alone], [66_000, alone - 1], ...others, [125_000, together]]).verdict;
    expect(judged(99, 60)).toBe("fail");
    expect(judged(59, 20)).toBe("pass");
    expect(judged(59, 10)).toBe("fail");
    const onePart: Sent = [30_000, 99, foreign];
    expect(judged(59, 20, [onePart])).toBe("fail");
  });

  it("is not found where the value stays the same over many reads, and so does not count them", () => {
    const others = Array.from({ length: 10 }, (_, at): Sent => [800 + at * 30, 99 - at, foreign]);
    const reads = (value: (at: number) => number) => Array.from({ length: 12 }, (_, at): Sent => [at * 30, value(at)]);
    const judged = (value: (at: number) => number) => judge([...reads(value), ...others, [1200, 40]]).verdict;
    expect(judged((at) => 99 - at)).toBe("fail");
    expect(judged(() => 99)).not.toBe("fail");
  });

  it("guesses at a shared counter; undecided where instances that count separately explain the same", () => {
    const judged = (before: readonly Sent[]) => judge([first, ...before, [149_000, 99], ...busy, [156_000, 38]]);
    const found = (actual: RegExp) => ({ verdict: "fail", actual: expect.stringMatching(actual) });
    expect(judged([])).toMatchObject(found(/do they share a counter, or the start of its window\?$/));
    const twoInstances: readonly Sent[] = [
      [30, 98],
      [60, 60],
      [90, 97],
      [120, 59],
    ];
    expect(judged(twoInstances)).toMatchObject({ verdict: "inconclusive" });
  });

  it("is judged beside a bucket that gives back every second request while it is read, as two counts would", () => {
    const reads = Array.from({ length: 60 }, (_, at): Sent => [200_000 + at * 300, 99 - Math.ceil(at / 2)]);
    const others = Array.from({ length: 6 }, (_, at): Sent => [203_040 + at * 30, 99 - at, foreign]);
    const sent = [first, ...reads, ...others].toSorted(([one], [other]) => one - other);
    expect(judge(sent).verdict).toBe("pass");
  });
});
