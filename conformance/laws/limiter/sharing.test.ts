import { describe, expect, it } from "vitest";
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { read } from "./read.test.support.ts";
import { otherOrganization, sharedByKeys, sharedByMethods, sharedBySessions } from "./sharing.ts";

type Sent = readonly [ms: number, left: number | undefined, of?: Partial<Exchange> | undefined];

const judge = (law: SequenceLaw, sent: readonly Sent[]) =>
  law.judge(
    sent.map(([ms, left, of], index) => read(index, ms, left, of)),
    context,
  );

const second = { credential: "KEY_B" };
const session = { kind: "session", credential: "SESSION" } as const;
const post = {
  operation: "submitFeedback",
  request: { method: "POST", url: "http://simulated/api/v1/feedback", headers: [], body: "{}" },
} as const;

/** All of the limit used by the first key, and its refusal. */
const used: readonly Sent[] = [...Array.from({ length: 100 }, (_, at): Sent => [at * 30, 99 - at]), [3000, undefined]];
const batch = (count: number, left: number | undefined, of: Partial<Exchange>) =>
  Array.from({ length: count }, (_, at): Sent => [3030, left === undefined ? left : left - at, of]);

describe.each([
  { law: sharedByKeys, of: second, not: session },
  { law: sharedByMethods, of: post, not: second },
  { law: sharedBySessions, of: session, not: second },
])("$law.id, while the first key finds nothing left", ({ law, of, not }) => {
  const between = (...sent: readonly Sent[]) => judge(law, [...used, ...sent, [3060, undefined]]);

  it("is found where more is served than can have come free", () => {
    // One, and what comes free in 80 ms and a tick: 1.
    expect(between(...batch(3, 99, of))).toMatchObject({ verdict: "fail", exchanges: [100, 101, 102, 103, 104] });
    expect(between(...batch(2, 99, of), [3030, undefined, of], ...batch(1, 97, of)).verdict).toBe("fail");
    const slower = judge(law, [...used, ...batch(2, 99, of), [3100, undefined]]);
    expect(slower.verdict).toBe("inconclusive");
    expect(between(...batch(1, 99, of), ...batch(2, undefined, of)).verdict).toBe("pass");
  });

  it("is not found by what was sent before the first refusal came, or answered after the second was asked for", () => {
    const early = batch(3, 99, of).map(([, left, one]): Sent => [3010, left, one]);
    const late = batch(3, 99, of).map(([, left, one]): Sent => [3050, left, one]);
    for (const sent of [early, late]) expect(between(...sent).verdict).not.toBe("fail");
  });

  it("is not found where the others are not of the sort, or too few", () => {
    expect(between(...batch(3, 99, not)).verdict).not.toBe("fail");
    expect(between(...batch(1, 99, of)).verdict).toBe("not-applicable");
    expect(between().verdict).toBe("not-applicable");
  });

  it("is not found where the refusals may be of two windows", () => {
    const apart = (ms: number) => judge(law, [...used, ...batch(3, 99, of), [ms, undefined]]).verdict;
    expect(apart(62_980)).not.toBe("fail");
  });

  it("is not found where the first key was served as much", () => {
    const own = batch(3, 0, {}).map(([ms, , one]): Sent => [ms, 0, one]);
    expect(between(...batch(3, 99, of), ...own).verdict).not.toBe("fail");
  });
});

describe("limit.shared-by-keys, by what is left", () => {
  const before = Array.from({ length: 40 }, (_, at): Sent => [at * 30, 99 - at]);
  const others = (count: number, of: Partial<Exchange> = second) =>
    Array.from({ length: count }, (_, at): Sent => [1300 + at * 30, 59 - at, of]);
  const told = (left: number, sent: readonly Sent[]) => judge(sharedByKeys, [...before, ...sent, [3200, left]]);

  it("is found where the other key's requests took nothing, or too little", () => {
    // Twenty, less what a limiter that refills gives back in 2 s, and one that others may have used before: 14.8.
    expect(told(59, others(20))).toMatchObject({
      verdict: "fail",
      exchanges: Array.from({ length: 22 }, (_, at) => 39 + at),
    });
    expect(told(46, others(20)).verdict).toBe("fail");
    expect(told(45, others(20)).verdict).toBe("pass");
    expect(told(39, others(20)).verdict).toBe("pass");
  });

  it("is not found by sessions, by too few, or by what may have come free meanwhile", () => {
    expect(told(59, others(20, session)).verdict).toBe("not-applicable");
    expect(told(59, others(2)).verdict).toBe("not-applicable");
    expect(told(59, others(6)).verdict).toBe("not-applicable");
  });

  it("is not found where the window may have turned", () => {
    expect(told(79, others(20)).verdict).toBe("not-applicable");
  });
});

describe("limit.other-organization", () => {
  const foreign = { organization: "org_2", credential: "KEY_C" };
  const busy = Array.from({ length: 60 }, (_, at): Sent => [150_000 + at * 30, 99 - at, foreign]);
  const own = (count: number, of: Partial<Exchange> = {}) =>
    Array.from({ length: count }, (_, at): Sent => [152_000 + at * 30, 99 - at, of]);
  const first: Sent = [0, 99];

  it("is found where an organization is refused only for what another has used", () => {
    expect(judge(otherOrganization, [first, ...busy, ...own(41), [156_000, undefined]])).toMatchObject({
      verdict: "fail",
      exchanges: [102],
    });
    // All of them together are less than the limit: it is early, whoever sent them.
    expect(judge(otherOrganization, [first, ...busy, ...own(38), [156_000, undefined]]).verdict).not.toBe("fail");
    expect(judge(otherOrganization, [first, ...own(100), [156_000, undefined], ...busy]).verdict).not.toBe("fail");
  });

  it("is found where what is left falls by what another has used", () => {
    const told = (left: number, others = busy) =>
      judge(otherOrganization, [first, [149_000, 99], ...others, [156_000, left]]).verdict;
    expect(told(98)).toBe("pass");
    expect(told(97)).toBe("fail");
    expect(told(38)).toBe("fail");
    expect(told(97, busy.slice(0, 2))).toBe("not-applicable");
  });
});
