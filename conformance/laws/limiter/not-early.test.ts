import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { notEarly } from "./not-early.ts";
import { countdown, judge as judgeLaw, readsOf, response, secondKey, session } from "./read.test.support.ts";

/** What is sent at a time in seconds. `unreported`: answered without the headers. */
type Answered = readonly [seconds: number, remaining: number | 429 | "unreported", more?: Partial<Exchange>];

const judge = (...answered: readonly Answered[]) =>
  judgeLaw(
    notEarly,
    readsOf(
      answered.map(([seconds, remaining, more]) => {
        if (remaining === 429) return [seconds * 1000, undefined, more];
        if (remaining === "unreported") return [seconds * 1000, 0, { response: response(200), ...more }];
        return [seconds * 1000, remaining, more];
      }),
    ),
  );
const burst = (seconds: number, count: number, remaining: Answered[1] = "unreported", more: Partial<Exchange> = {}) =>
  Array.from({ length: count }, (_, at): Answered => [seconds + at * 0.03, remaining, more]);

describe("a 429 comes early", () => {
  it("where more was reported as remaining than may have been used since", () => {
    expect(judge([0, 2], [1, 429])).toMatchObject({
      verdict: "fail",
      actual: "X-RateLimit-Remaining: 2, and 429 as the very next response",
      exchanges: [0, 1],
    });
    expect(judge([0, 1], [1, 429]).verdict).toBe("pass");
    expect(judge([0, 5], ...burst(1, 3, "unreported", secondKey), [2, 429])).toMatchObject({
      verdict: "fail",
      actual: "X-RateLimit-Remaining: 5, and 429 3 requests later",
      exchanges: [0, 4],
    });
    expect(judge([0, 5], ...burst(1, 4, "unreported", secondKey), [2, 429]).verdict).toBe("pass");
  });

  it("names the operations where they differ", () => {
    expect(judge([0, 5, { operation: "getMe" }], [1, 429, { operation: "listProducts" }])).toMatchObject({
      actual: "X-RateLimit-Remaining: 5 to getMe, and 429 to listProducts as the very next response",
    });
  });

  it("not by what a page or an error reports that another spelling of a path is answered with", () => {
    const spelled = (body: string) => ({ operation: undefined, response: { ...response(200, 90), body } });
    const verdictAfter = (body: string) => judge([0, 90, spelled(body)], [1, 429]).verdict;
    expect(["<!doctype html>", '{"error":"no such path"}', '{"data":[]}'].map(verdictAfter)).toEqual([
      "pass",
      "pass",
      "fail",
    ]);
  });

  it("not where others had used the window before the run, which was reset before a slow request was counted", () => {
    const sentBefore = { sentAt: 1_790_000_001_190, receivedAt: 1_790_000_003_000 };
    const rows = countdown(39).map((remaining, at): Answered => [at * 0.025, remaining]);
    expect(judge(...rows, [1.19, 99, sentBefore], [1.2, 429]).verdict).toBe("pass");
    expect(judge([0, 99], ...rows.slice(1), [1.2, 429]).verdict).toBe("fail");
  });

  it("where one remained at a server that reports it after counting", () => {
    expect(judge([0, 0], [1, 5], [2, 0], [3, 1], [4, 429])).toMatchObject({ verdict: "fail", exchanges: [3, 4] });
    // One that reports it before counting may have given one back in between, but hardly twice.
    expect(judge([0, 0], [1, 1], [2, 429]).verdict).toBe("pass");
    expect(judge([0, 1], [1, 0], [2, 429]).verdict).toBe("pass");
    // What was served after a 429 was given back just before, or while it was answered.
    expect(judge([0, 429], [0.05, 0], [1, 1], [2, 429]).verdict).toBe("pass");
    // What a slow one reports may have been given back while it was answered.
    const slow = { sentAt: 1_790_000_001_000, receivedAt: 1_790_000_001_400 };
    expect(judge([0, 0], [0.3, 5], [0.5, 0], [1, 1, slow], [2, 429]).verdict).toBe("pass");
  });

  it("not by what was reported after it was sent", () => {
    const slow = { sentAt: 1_790_000_003_000, receivedAt: 1_790_000_004_000 };
    expect(judge([0, 60], ...burst(1, 60), [3, 50, slow], [3.5, 429]).verdict).toBe("pass");
  });

  it("where fewer than the limit were sent in the time that any limiter remembers", () => {
    const followed = (count: number, ...more: readonly Answered[]) =>
      judge([0, "unreported"], ...burst(150, count), ...more, [154, 429]);
    expect(followed(99)).toMatchObject({
      verdict: "fail",
      exchanges: [100],
      actual: "429 after at most 99 requests of the organization in the last 60 s",
    });
    expect(followed(100).verdict).toBe("pass");
    expect(followed(99, [153.5, "unreported", session]).verdict).toBe("pass");
    expect(followed(98, [153.5, "unreported", { redirects: 1 }]).verdict).toBe("pass");
  });

  it("not where others may have used the limit before the run", () => {
    expect(judge(...burst(0, 50), [10, 429]).verdict).toBe("pass");
    expect(judge([0, 40], ...burst(1, 39), [10, 429]).verdict).toBe("pass");
    expect(judge([0, 40], ...burst(1, 38), [10, 429]).verdict).toBe("fail");
  });

  it("not where it was exceeded not long before, which is for the law of recovery", () => {
    const exceeded: readonly Answered[] = [[0, "unreported"], ...burst(150, 100), [154, 429]];
    const again = (seconds: number, ...later: readonly Answered[]) => judge(...exceeded, [seconds, 429], ...later);
    expect(again(290).verdict).toBe("pass");
    expect(again(290, [291, "unreported"]).verdict).toBe("pass");
    // What was served in the window before came before the limit was exceeded.
    expect(again(212.9).verdict).toBe("pass");
    expect(again(160, [216, 429]).verdict).toBe("pass");
    expect(judge(...exceeded, ...burst(216, 100), [220, 429], [356, 429]).verdict).toBe("pass");
    expect(again(340)).toMatchObject({ verdict: "fail", exchanges: [102] });
    const never = judge([0, "unreported"], ...burst(150, 100), [290, 429]);
    expect(never.verdict).toBe("fail");
  });

  it("where it was served again since the limit was exceeded", () => {
    const again: readonly Answered[] = [...burst(150, 100), [154, 429], [216, "unreported"], [216.1, 429]];
    expect(judge([0, "unreported"], ...again)).toMatchObject({ verdict: "fail", exchanges: [103] });
  });

  it("and the failure asks whether the address was locked, if the 429 reports 0 after ten requests that were answered 401", () => {
    const unauthenticated = { ...session, organization: undefined, response: response(401) } as const;
    const actual = (rejected: number, more: Partial<Exchange> = {}) =>
      judge([0, 90], ...burst(1, rejected, "unreported", unauthenticated), [2, 429, more]);
    expect(actual(10)).toMatchObject({
      verdict: "fail",
      actual: expect.stringMatching(/, after 10 requests that were answered 401: if the server locks an address/),
    });
    for (const verdict of [actual(9), actual(10, { response: response(429) })])
      expect(verdict).toMatchObject({ verdict: "fail", actual: expect.not.stringContaining("locks an address") });
    // Nine are before it in the last two windows; a tenth is older, or comes after the 429.
    const nine = burst(150, 9, "unreported", unauthenticated);
    const tenth = (seconds: number): Answered => [seconds, "unreported", unauthenticated];
    for (const verdict of [
      judge(tenth(0), ...nine, [151, 90], [152, 429]),
      judge(...nine, [151, 90], [152, 429], tenth(153)),
    ])
      expect(verdict).toMatchObject({ verdict: "fail", actual: expect.not.stringContaining("locks an address") });
    // The key was served soon after it, so it was not locked out.
    expect(judge([0, 90], ...burst(1, 10, "unreported", unauthenticated), [2, 429], [7, "unreported"])).toMatchObject({
      verdict: "fail",
      actual: expect.not.stringContaining("locks an address"),
    });
    // A tenth of the window later it says nothing of the 429.
    expect(judge([0, 90], ...burst(1, 10, "unreported", unauthenticated), [2, 429], [9, "unreported"])).toMatchObject({
      actual: expect.stringContaining("locks an address"),
    });
    // Two counters answer in turn, which explains it.
    const inTurn = [90, 50, 89, 49].map((remaining, at): Answered => [at * 0.1, remaining]);
    expect(judge(...inTurn, ...burst(1, 10, "unreported", unauthenticated), [2, 429])).toMatchObject({
      verdict: "fail",
      actual: expect.not.stringContaining("locks an address"),
    });
  });

  it("for keys alone, and only where there is one", () => {
    expect(judge([0, 50], [1, 429, session]).verdict).toBe("not-applicable");
    expect(judge([0, 50], [1, 49]).verdict).toBe("not-applicable");
    // What remained for another key says nothing about this one: they may not share a bucket.
    expect(judge([0, 1], [0.5, 429, secondKey]).verdict).toBe("pass");
  });
});
