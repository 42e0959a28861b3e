import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { judge as judgeLaw, post, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { sharedByKeys, sharedByMethods, sharedBySessions } from "./shared-limit.ts";

const judge = (law: SequenceLaw, sent: readonly Sent[]) => judgeLaw(law, readsOf(sent));

/** The first key uses the whole limit, and is answered 429. */
const used: readonly Sent[] = [...Array.from({ length: 100 }, (_, at): Sent => [at * 30, 99 - at]), [3000, undefined]];
const batch = (count: number, remaining: number | undefined, more: Partial<Exchange>) =>
  Array.from({ length: count }, (_, at): Sent => [3030, remaining === undefined ? remaining : remaining - at, more]);

describe.each([
  { law: sharedByKeys, of: secondKey, not: session },
  { law: sharedByMethods, of: post, not: secondKey },
  { law: sharedBySessions, of: session, not: secondKey },
])("$law.id, while the first key has exhausted the limit", ({ law, of, not }) => {
  const between = (...sent: readonly Sent[]) => judge(law, [...used, ...sent, [3060, undefined]]);

  it("is found where more is served than can have been refilled", () => {
    // One, and what is refilled in 80 ms and a step: 1.
    expect(between(...batch(3, 99, of))).toMatchObject({ verdict: "fail", exchanges: [100, 101, 102, 103, 104] });
    expect(between(...batch(2, 99, of), [3030, undefined, of], ...batch(1, 97, of)).verdict).toBe("fail");
    const slower = judge(law, [...used, ...batch(2, 99, of), [3100, undefined]]);
    expect(slower.verdict).toBe("inconclusive");
    expect(between(...batch(1, 99, of), ...batch(2, undefined, of)).verdict).toBe("pass");
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

  it("is not found where the 429s may be of two windows", () => {
    const apart = (ms: number) => judge(law, [...used, ...batch(3, 99, of), [ms, undefined]]).verdict;
    expect(apart(62_980)).not.toBe("fail");
  });

  it("is not found where the first key was served as much", () => {
    const own = batch(3, 0, {}).map(([ms, , one]): Sent => [ms, 0, one]);
    expect(between(...batch(3, 99, of), ...own).verdict).not.toBe("fail");
  });
});
