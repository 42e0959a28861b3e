import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { shorterWindowNote, windowHint } from "./declared-window.ts";

const rateLimits = { limit: 100, windowSeconds: 60 };
const headers = (reset: number, remaining = 50) => ({
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(reset),
});
/** A read each 30 s for 150 s, and a 429. */
const announcing = (...resets: readonly number[]) => [
  ...resets.map((reset, index) =>
    exchangeWith({ index, sentAt: index * 30_000, receivedAt: index * 30_000 + 1, headers: headers(reset, 90) }),
  ),
  exchangeWith({ index: 9, sentAt: 150_000, receivedAt: 150_001, status: 429, headers: headers(20, 0) }),
];

it("asks for the window if no reset is announced for later than three quarters of it", () => {
  expect(shorterWindowNote(rateLimits, announcing(40, 10, 20))).toEqual([
    "X-RateLimit-Reset was never more than 40 s ahead, and a window of 60 s is declared: if the server's window is shorter, it serves more than its limit in 60 s, which this run does not judge; --window 40 judges that window",
  ]);
});

it.each([
  ["a reset is announced for later", announcing(40, 46, 20)],
  ["nothing was rejected", announcing(40, 10, 20).slice(0, -1)],
  ["the run was short", announcing(40, 10, 20).slice(1, 3)],
  ["the time until the limit is whole again is announced", announcing(6, 6, 6)],
])("says nothing where %s", (_, exchanges) => {
  expect(shorterWindowNote(rateLimits, exchanges)).toEqual([]);
});

it("hints at a shorter window, unless more was used up than the run has sent", () => {
  const noHeaders = { "X-RateLimit-Remaining": undefined, "X-RateLimit-Reset": undefined };
  const first = (used: number, organization: string) => [
    exchangeWith({ organization, status: 401, headers: noHeaders }),
    ...[1, 2, 3].map(() => exchangeWith({ organization, headers: headers(11, 100 - used) })),
  ];
  const hint = expect.stringContaining("X-RateLimit-Reset has not exceeded 11 s so far");
  expect(windowHint(rateLimits, first(1, "a"))).toEqual(hint);
  expect(windowHint(rateLimits, first(40, "a"))).toBeUndefined();
  expect(windowHint(rateLimits, [...first(40, "a"), ...first(30, "b")])).toBeUndefined();
  expect(windowHint(rateLimits, [...first(40, "a"), ...first(1, "b")])).toEqual(hint);
});
