import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { countdown, judge as judgeLaw, post, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { sharedByKeys, sharedByMethods, sharedBySessions } from "./shared-limit.ts";

const judge = (law: SequenceLaw, sent: readonly Sent[]) => judgeLaw(law, readsOf(sent));

/** The first key uses the whole limit, and is answered 429. */
const used: readonly Sent[] = [...Array.from({ length: 100 }, (_, at): Sent => [at * 30, 99 - at]), [3000, undefined]];
const batch = (count: number, remaining: number | undefined, more: Partial<Exchange>) =>
  Array.from({ length: count }, (_, at): Sent => [3030, remaining === undefined ? remaining : remaining - at, more]);

const otherEndpoint = { operation: "getMe" } as const;

describe.each([
  { law: sharedByKeys, name: "the second key", of: secondKey, not: session },
  { law: sharedByMethods, name: "other methods", of: post, not: { ...post, ...secondKey } },
  { law: sharedByMethods, name: "other endpoints", of: otherEndpoint, not: secondKey },
  { law: sharedBySessions, name: "a session", of: session, not: secondKey },
])("$law.id, while the first key has exhausted the limit", ({ law, name, of, not }) => {
  /** Nothing comes back for long, so that the limiter does not refill in small chunks. */
  const rejected: readonly Sent[] = [
    [3060, undefined],
    [25_000, undefined],
    [50_000, undefined],
  ];
  const between = (...sent: readonly Sent[]) => judge(law, [...used, ...sent, ...rejected]);

  it("is found where more is served than can have been refilled", () => {
    // One, and what is refilled in 80 ms and a step: 1.
    expect(between(...batch(3, 99, of))).toMatchObject({
      verdict: "fail",
      expected: expect.stringContaining(`429 for ${name},`),
      actual: expect.stringMatching(/^3 of 3 requests \((listProducts|getMe|submitFeedback)\) were served/),
      exchanges: [100, 101, 102, 103, 104],
    });
    expect(between(...batch(2, 99, of), [3030, undefined, of], ...batch(1, 97, of)).verdict).toBe("fail");
    const slower = judge(law, [...used, ...batch(2, 1, of), [3100, undefined]]);
    expect(slower.verdict).toBe("inconclusive");
    expect(judge(law, [...used, ...batch(3, 2, of), [4000, undefined]])).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("answers within 7 ms would decide it"),
    });
    // With two of them no answer is fast enough.
    expect(judge(law, [...used, ...batch(2, 1, of), [4000, undefined]])).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("; a longer window would decide it"),
    });
    expect(between(...batch(1, 99, of), ...batch(2, undefined, of)).verdict).toBe("pass");
  });

  it("is found whatever other endpoints were answered later", () => {
    const later = [52_000, 52_100, 52_200].map((ms): Sent => [ms, undefined, { operation: "listFeatures" }]);
    expect(judge(law, [...used, ...batch(3, 99, of), ...rejected, ...later]).verdict).toBe("fail");
    expect(judge(law, [...used, ...batch(3, 99, of), [3060, undefined], ...later]).verdict).not.toBe("not-applicable");
  });

  it("is found where the limit was exhausted when the run began, too", () => {
    const before: Sent = [-70_000, undefined, { operation: "getInstallation" }];
    expect(judge(law, [before, ...used, ...batch(3, 99, of), ...rejected]).verdict).toBe("fail");
  });

  it("is measured by the key's reads, whatever else of it was answered 429", () => {
    const write: Sent = [2990, undefined, post];
    expect(judge(law, [...used.slice(0, -1), write, ...used.slice(-1), ...batch(3, 99, of), ...rejected]).verdict).toBe(
      "fail",
    );
  });

  it("is not where it was answered 429 once, whatever slower answers leave open", () => {
    const slower: readonly Sent[] = [
      [3100, 1, of],
      [3100, 0, of],
      [3200, undefined],
    ];
    const decided: readonly Sent[] = [...batch(1, 99, of), ...batch(2, undefined, of), [3060, undefined]];
    expect(judge(law, [...used, ...decided, ...slower]).verdict).toBe("pass");
  });

  it("may be due to a chunk, where none was excluded", () => {
    expect(judge(law, [...used, ...batch(3, 2, of), [3060, undefined]]).verdict).toBe("inconclusive");
  });

  it("is found, whatever was given back, where more was reported as remaining than can have been used since", () => {
    const judgedWith = (remaining: number) => judge(law, [...used, ...batch(3, remaining, of), [4000, undefined]]);
    expect(judgedWith(99)).toMatchObject({
      verdict: "fail",
      expected: `one limit for KEY_A and ${name}: KEY_A served, as a response to ${name} reports that 99 requests remain`,
      exchanges: [100, 101, 104],
    });
    // Three of them and the key's own, of which one may cost three.
    expect([judgedWith(7).verdict, judgedWith(6).verdict]).toEqual(["fail", "inconclusive"]);
  });

  it("is not found by what was sent before the first 429 came, or answered after the second was asked for", () => {
    const early = batch(3, 99, of).map(([, remaining, one]): Sent => [3010, remaining, one]);
    const late = batch(3, 99, of).map(([, remaining, one]): Sent => [3050, remaining, one]);
    for (const sent of [early, late]) expect(between(...sent).verdict).not.toBe("fail");
  });

  it("is not found where the others are not of the class, or too few", () => {
    expect(between(...batch(3, 99, not)).verdict).not.toBe("fail");
    expect(between(...batch(1, 99, of)).verdict).toBe("not-applicable");
    expect(between().verdict).toBe("not-applicable");
  });

  it("is not found where no key was answered 429: a session may have a limit of its own", () => {
    const of429 = (ms: number): Sent => [ms, undefined, { ...session, credential: "OTHER" }];
    // No chunk came for so long that none may have come after.
    const slow: readonly Sent[] = [
      [-58_000, 99],
      [-30_000, 98],
    ];
    const sent = [
      ...slow,
      ...used.slice(2, -1),
      of429(3000),
      ...batch(3, 99, of),
      ...[3060, 25_000, 50_000].map(of429),
    ];
    expect(judge(law, sent).verdict).not.toBe("fail");
  });

  it("is not found where the 429s may be of two windows", () => {
    const apart = (ms: number) => judge(law, [...used, ...batch(3, 2, of), [ms, undefined]]).verdict;
    expect(apart(62_979)).toBe("inconclusive");
    expect(apart(62_980)).toBe("not-applicable");
    // Each window begins with its first request: at 0, at 95 s, and at 155 s.
    const row = (ms: number, from: number, to: number, more?: Partial<Exchange>) =>
      countdown(from, to).map((remaining, at): Sent => [ms + at * 30, remaining, more]);
    const first: readonly Sent[] = [...row(0, 99, 50), ...row(50_000, 49, 0), [51_500, undefined]];
    const second: readonly Sent[] = [[95_000, 99], ...row(125_000, 98, 0), [154_900, undefined]];
    const third: readonly Sent[] = [...row(155_000, 99, 0, of), [158_000, undefined]];
    expect(judge(law, [...first, ...second, ...third]).verdict).not.toBe("fail");
  });

  it("is not found where the first key was served as much", () => {
    const own = batch(3, 0, {}).map(([ms, , one]): Sent => [ms, 0, one]);
    expect(between(...batch(3, 2, of), ...own).verdict).not.toBe("fail");
  });
});
