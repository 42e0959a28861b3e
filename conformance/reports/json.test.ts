import { expect, it } from "vitest";
import type { ExchangeRecord } from "../model/exchange.ts";
import { withFewerBodies } from "./fewer-bodies.ts";
import { renderJson } from "./json.ts";
import { sampleReport } from "./sample.test.report.ts";

const [first] = sampleReport.exchanges;

it("is the report; very many exchanges have a line each", () => {
  const exchanges = Array.from({ length: 50_001 }, (_, index) => ({ ...first, index }) as ExchangeRecord);
  const large = { ...sampleReport, exchanges };
  const text = renderJson(large);
  const { exchanges: _, ...rest } = large;
  expect(JSON.stringify(JSON.parse(text)) === JSON.stringify({ ...rest, exchanges })).toBe(true);
  expect(text.length).toBeLessThan(JSON.stringify(large, null, 2).length);
});

it("keeps only the rate limit's headers of most of very many exchanges, and all of those that prove a result", () => {
  const headers = [
    ["Date", "today"],
    ["X-RateLimit-Limit", "100"],
  ] as const;
  const response = { status: 200, headers, body: "[]", isUtf8: true, isCut: false };
  const many = Array.from({ length: 50_001 }, (_, index) => ({ ...first, index, response }) as ExchangeRecord);
  const [result] = sampleReport.results;
  const results = result === undefined ? [] : [{ ...result, exchanges: [40_000] }];
  const kept = withFewerBodies({ exchanges: many, results });
  expect([kept[1999], kept[40_000]].map((record) => record?.response)).toEqual([response, response]);
  expect(kept[2000]?.response).toEqual({
    ...response,
    body: "",
    bodyBytes: 2,
    isCut: true,
    headers: [["X-RateLimit-Limit", "100"]],
  });
});
