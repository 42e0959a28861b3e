import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, judge, post, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";
import { sharedByKeys, sharedByMethods } from "./shared-limit.ts";

/** One after the other, each in 4 ms. */
const timesOf = (at: number) => ({ sentAt: 1_790_000_003_100 + at * 5, receivedAt: 1_790_000_003_104 + at * 5 });

const statusAt = (at: number): Partial<Exchange> => ({
  operation: "getFeedbackStatus",
  request: { method: "GET", url: `http://simulated/api/v1/feedback/fb_${at}/status`, headers: [], body: "" },
});
/** The statuses of several submissions, which take nothing from `remaining`. */
const statuses = (count: number) => Array.from({ length: count }, (_, at): Sent => [1300 + at * 30, 60, statusAt(at)]);

describe("limit.shared-by-keys, by what remains", () => {
  const before = Array.from({ length: 40 }, (_, at): Sent => [at * 30, 99 - at]);
  const others = (count: number, more: Partial<Exchange> = secondKey) =>
    Array.from({ length: count }, (_, at): Sent => [1300 + at * 30, 59 - at, more]);
  const afterwards = (remaining: number, sent: readonly Sent[]) =>
    judge(sharedByKeys, readsOf([...before, ...sent, [3200, remaining], ...rejected]));
  /** Nothing comes back for long, so that the limiter does not refill in small chunks. */
  const rejected: readonly Sent[] = [[40_000, undefined]];

  it("is found where the other key's requests took nothing, or too little", () => {
    // Twenty, less what a limiter that refills gives back in 2 s, and one that others may have used before: 14.8.
    expect(afterwards(59, others(20))).toMatchObject({
      verdict: "fail",
      exchanges: Array.from({ length: 22 }, (_, at) => 39 + at),
      expected: expect.stringContaining("over 20 requests of the other key in"),
    });
    expect(afterwards(62, others(20)).verdict).toBe("fail");
    expect(afterwards(46, others(20)).verdict).toBe("fail");
    expect(afterwards(45, others(20)).verdict).toBe("pass");
    expect(afterwards(39, others(20)).verdict).toBe("pass");
  });

  it("is not found where the same key's requests to other paths of the endpoint took nothing", () => {
    expect(afterwards(59, [...statuses(30), [3100, 59, statusAt(0)]]).verdict).not.toBe("fail");
  });

  it("is not found where a chunk may have come", () => {
    const sent = readsOf([...before, ...others(20), [3200, 59]]);
    expect(judge(sharedByKeys, sent).verdict).not.toBe("fail");
  });

  it("is not found by sessions, by too few, or by what may have been refilled meanwhile", () => {
    expect(afterwards(59, others(20, session)).verdict).toBe("not-applicable");
    expect(afterwards(59, others(20, { ...secondKey, operation: "getMe" })).verdict).toBe("not-applicable");
    expect(afterwards(59, others(2)).verdict).toBe("not-applicable");
    expect(afterwards(59, others(6)).verdict).toBe("not-applicable");
    const rejectedToo = others(20).map(([ms, , more]): Sent => [ms, undefined, more]);
    expect(afterwards(59, rejectedToo).verdict).toBe("not-applicable");
  });

  it("is not found where the window may have been reset", () => {
    const sent = readsOf([...before, ...others(20), [3200, 79]]);
    expect(judge(sharedByKeys, sent).verdict).toBe("not-applicable");
    // Each window begins with its first request: at 0, at 95 s, and at 155 s.
    const row = (ms: number, from: number, to: number, more?: Partial<Exchange>) =>
      countdown(from, to).map((remaining, at): Sent => [ms + at * 30, remaining, more]);
    const irregular: readonly Sent[] = [
      ...row(0, 99, 50),
      ...row(50_000, 49, 40),
      [95_000, 99],
      ...row(153_000, 98, 60),
      ...row(155_000, 99, 80, secondKey),
      [158_000, 79],
    ];
    expect(judge(sharedByKeys, readsOf(irregular)).verdict).not.toBe("fail");
  });
});

describe("limit.shared-by-methods, by what remains", () => {
  const before = Array.from({ length: 40 }, (_, at): Sent => [at * 30, 99 - at]);
  const same = (count: number, more: Partial<Exchange>) =>
    Array.from({ length: count }, (_, at): Sent => [1300 + at * 30, 59, more]);
  const judged = (...sent: readonly Sent[]) => judge(sharedByMethods, readsOf([...before, ...sent]));

  it("is found where submissions took nothing from each other", () => {
    expect(judged(...same(8, post))).toMatchObject({
      verdict: "fail",
      expected: expect.stringMatching(/over \d submissions in/),
    });
    // Reads that take nothing are for another law.
    expect(judged(...same(8, {})).verdict).not.toBe("fail");
  });

  it("is found where reads of an endpoint's different paths took nothing from each other", () => {
    expect(judged(...statuses(20))).toMatchObject({
      verdict: "fail",
      expected: expect.stringMatching(/over \d+ requests to getFeedbackStatus in/),
    });
  });

  it("is not found where reads, too, are served once none remains: a value of 0 cannot fall", () => {
    const used = [...countdown(99), undefined].map((remaining, at): Sent => [at * 30, remaining]);
    const both = [{}, post, post, post, post, {}, post, post, post, post, {}];
    const sent = readsOf([...used, ...both.map((more, at): Sent => [3100 + at * 5, 0, { ...more, ...timesOf(at) }])]);
    expect(judge(sharedByMethods, sent).verdict).not.toBe("fail");
    expect(judge(refusedWhenExceeded, sent).verdict).toBe("fail");
  });

  it("is found where submissions took nothing from the reads", () => {
    const submissions = Array.from({ length: 20 }, (_, at): Sent => [1300 + at * 30, 59 - at, post]);
    const rest: readonly Sent[] = [
      [3200, 59],
      [40_000, undefined],
    ];
    expect(judged(...submissions, ...rest)).toMatchObject({
      verdict: "fail",
      expected: expect.stringContaining("over 20 requests of other endpoints in"),
    });
    const ofOther = submissions.map(([ms, remaining, more]): Sent => [ms, remaining, { ...more, ...secondKey }]);
    expect(judged(...ofOther, ...rest).verdict).not.toBe("fail");
  });
});
