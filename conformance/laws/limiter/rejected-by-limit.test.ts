/** Whether an early 429 is of the organization's limit, and what remains where it is. */
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { noneLeftWhenExceeded } from "./none-left-when-exceeded.ts";
import { wholeLimitServed } from "./not-early.ts";
import { judge, otherOrganization, readsOf, response, secondKey } from "./read.test.support.ts";

/** What is sent at a time in seconds. */
type Answered = readonly [seconds: number, remaining: number | 429, more?: Partial<Exchange>];

/** A 429 that reports what is left. */
const rejected = (seconds: number, remaining: number): Answered => [
  seconds,
  429,
  { response: response(429, remaining) },
];

const sequence = (...answered: readonly Answered[]) =>
  readsOf(
    answered.map(([seconds, remaining, more]) => [seconds * 1000, remaining === 429 ? undefined : remaining, more]),
  );

describe("an early 429 is the organization's limit's", () => {
  const verdictOf = (...answered: readonly Answered[]) => judge(wholeLimitServed, sequence(...answered)).verdict;

  it("where it reports that nothing remains", () => {
    expect(verdictOf([0, 50], rejected(1, 0))).toBe("fail");
    expect(verdictOf([0, 50], rejected(1, -1))).toBe("fail");
    expect(verdictOf([0, 50], rejected(1, 49))).toBe("pass");
  });

  it("where the key is still rejected later", () => {
    expect(verdictOf([0, 50], rejected(1, 49), rejected(8, 49))).toBe("fail");
    expect(verdictOf([0, 50], rejected(1, 49), rejected(6, 49))).toBe("pass");
    expect(verdictOf([0, 50], rejected(1, 49), [2, 49], rejected(8, 48))).toBe("pass");
    expect(verdictOf([0, 50], rejected(1, 49), rejected(60.9, 49))).toBe("fail");
    expect(verdictOf([0, 50], rejected(1, 49), rejected(70, 49))).toBe("pass");
  });

  it("not where several were rejected at the same time, as by a limit on concurrency", () => {
    expect(verdictOf([0, 50], rejected(1, 49), rejected(1.01, 49), rejected(8, 49))).toBe("pass");
    expect(verdictOf([0, 50], rejected(1, 49), rejected(8, 49), rejected(8.01, 49))).toBe("pass");
  });

  it("not where all of an address may be rejected, unless another organization was served meanwhile", () => {
    const stranger = { kind: "none", credential: "", organization: undefined } as const;
    const withoutKey = { ...stranger, response: response(401) };
    const failed: Answered = [0.5, 0, withoutKey];
    expect(verdictOf([0, 50], failed, rejected(1, 49), rejected(8, 49))).toBe("pass");
    const withOther = (other: Answered) => verdictOf([0, 50], failed, rejected(1, 49), other, rejected(8, 49));
    expect(withOther([3, 99, otherOrganization])).toBe("fail");
    expect(withOther([3, 429, otherOrganization])).toBe("pass");
    expect(withOther([1.01, 99, otherOrganization])).toBe("pass");
    expect(withOther([7.99, 99, otherOrganization])).toBe("pass");
    expect(withOther([3, 99, { organization: undefined, credential: "KEY_D" }])).toBe("pass");
    const afterwards: Answered = [9, 0, withoutKey];
    expect(verdictOf([0, 50], rejected(1, 49), rejected(8, 49), afterwards)).toBe("fail");
  });
});

it("a 429 that reports requests left, again and again, reports wrong where the limit is exceeded", () => {
  const until = (...later: readonly Answered[]) => judge(noneLeftWhenExceeded, sequence([0, 0], ...later)).verdict;
  expect(until(rejected(1, 100), rejected(8, 100))).toBe("fail");
  expect(until(rejected(1, 100), rejected(8, 0))).toBe("pass");
  const ofOther: Answered = [4, 429, { response: response(429, 0), ...secondKey }];
  expect(until(rejected(1, 100), ofOther, rejected(8, 100))).toBe("fail");
  expect(until(rejected(1, 100), rejected(2, 100))).toBe("not-applicable");
  expect(until()).toBe("not-applicable");
});

it("a 429 between two that report 0 reports wrong if it says that more is left than can have been given back", () => {
  const between = (remaining: number) =>
    judge(noneLeftWhenExceeded, sequence(rejected(1, 0), rejected(1.1, remaining), rejected(1.2, 0))).verdict;
  expect(between(50)).toBe("fail");
  expect(between(1)).toBe("pass");
});

it("a 429 that reports 2^64 - 1 left is shown as it was sent", () => {
  const unlimited = "18446744073709551615";
  const headers = [["X-RateLimit-Remaining", unlimited]] as const;
  const answered = [1, 8].map((seconds): Answered => [seconds, 429, { response: { ...response(429), headers } }]);
  expect(judge(noneLeftWhenExceeded, sequence([0, 0], ...answered))).toMatchObject({
    verdict: "fail",
    actual: `2 times 429, each with X-RateLimit-Remaining: ${unlimited} or more`,
  });
});
