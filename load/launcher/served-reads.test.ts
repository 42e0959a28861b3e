import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { judgeServedReads } from "./served-reads.ts";

const judged = (...reads: readonly ExchangeOverrides[]) =>
  judgeServedReads({
    scenario: "spike",
    exchanges: reads.map((read, index) => exchangeWith({ operation: "listFeatures", index, sentAt: index, ...read })),
  });

it("a read that is served at first, and then rejected, fails", () => {
  expect(judged({}, { status: 404 }, { status: 200 }, { status: 403 })).toMatchObject([
    {
      verdict: {
        verdict: "fail",
        actual: expect.stringMatching(
          /404.*; rejected, though .* the same URL before: 2 of 3 later reads of listFeatures$/,
        ),
        exchanges: [0, 1],
      },
    },
  ]);
});

it("nothing else does", () => {
  const rejected = { status: 404 };
  const others: readonly (readonly ExchangeOverrides[])[] = [
    [{}, rejected, {}],
    [rejected, rejected, {}, {}],
    [{}, {}, { ...rejected, intent: "foreign-id" }, { ...rejected, intent: "foreign-id" }],
    [{}, {}, { ...rejected, credential: "KEY_B" }, { ...rejected, credential: "KEY_B" }],
    [{}, { status: 429 }, { status: 429 }, { status: 401 }, { status: 401 }, { status: 500 }, { status: 500 }],
    [{}, ...[1, 2].map(() => ({ status: 403, headers: { "X-RateLimit-Remaining": "0" } }))],
  ];
  for (const reads of others) expect(judged(...reads)).toMatchObject([{ verdict: { verdict: "pass" } }]);
  expect(judged({})).toEqual([]);
  const statuses = [200, 404, 404].map((status) => ({ operation: "getFeedbackStatus" as const, status }));
  expect(judged(...statuses)).toEqual([]);
});
