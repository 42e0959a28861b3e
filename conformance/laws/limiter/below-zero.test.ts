import { expect, it } from "vitest";
import { countdown, judge as judgeLaw, readsOf, type Sent, session } from "./read.test.support.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";

/** Reads 50 ms apart: `remaining` of each, then `more`. */
const judge = (remaining: readonly (number | undefined)[], ...more: readonly Sent[]) =>
  judgeLaw(refusedWhenExceeded, readsOf([...remaining.map((each, at): Sent => [at * 50, each]), ...more]));

it("finds a request that is served with less than 0 remaining, after one with 0", () => {
  expect(judge(countdown(99, -1))).toMatchObject({
    verdict: "fail",
    expected: "429 after X-RateLimit-Remaining: 0",
    actual: "200 with X-RateLimit-Remaining: -1: the limit of 100 is exceeded, as the response itself says",
    exchanges: [99, 100],
  });
  expect(judge([99, ...countdown(5, -1)]).verdict).toBe("fail");
});

it("finds none where the value does not go on from the one before, or another was in flight that may have been counted", () => {
  expect(judge([99, 98, -1, 97, -1, -1]).verdict).toBe("not-applicable");
  expect(judge([99, 1, 0, undefined, -1, undefined]).verdict).toBe("pass");
  const toZero = countdown(99);
  expect(judge(toZero, [5000, -1, session], [5010, undefined]).verdict).toBe("pass");
  expect(judge(toZero, [5000, -1], [5010, undefined]).verdict).toBe("pass");
  expect(judge(toZero, [5000, -1], [5030, undefined]).verdict).toBe("fail");
});

it("finds none where each value is one too small, so that the limit is not exceeded", () => {
  expect(judge([...countdown(98, -1), undefined]).verdict).toBe("pass");
});
