import { describe, expect, it } from "vitest";
import { isError, quoted, rawListItems } from "./body.ts";
import { exchangeWith, samples } from "./exchange.test.support.ts";

describe("rawListItems", () => {
  it("are those of a list, wrapped or bare", () => {
    expect(rawListItems(exchangeWith({ json: { data: [samples.Product, null] } }))).toEqual([samples.Product, null]);
    expect(rawListItems(exchangeWith({ operation: "listMembers", json: [samples.Member] }))).toEqual([samples.Member]);
  });

  it("are none where it is rejected, wrapped otherwise, or no list at all", () => {
    for (const overrides of [
      { status: 403, json: { data: [samples.Product] } },
      { json: [samples.Product] },
      { json: { data: { 0: samples.Product } } },
      { json: null },
      { operation: "listMembers", json: { data: [samples.Member] } },
      { operation: "getProduct", json: { data: [samples.Product] } },
      { operation: undefined, json: { data: [samples.Product] } },
    ] as const) {
      expect(rawListItems(exchangeWith(overrides)), JSON.stringify(overrides)).toEqual([]);
    }
  });
});

it("an error is a 4xx or a 5xx of an endpoint", () => {
  const statuses = [0, 200, 304, 399, 400, 429, 599, 600];
  expect(statuses.filter((status) => isError(exchangeWith({ status })))).toEqual([400, 429, 599]);
  expect(isError(exchangeWith({ status: 400, operation: undefined }))).toBe(false);
});

it("a quoted text is cut at 80 characters", () => {
  expect(quoted('say "hi"')).toBe('"say \\"hi\\""');
  expect(quoted("a".repeat(80))).toBe(`"${"a".repeat(80)}"`);
  expect(quoted("a".repeat(81))).toBe(`"${"a".repeat(79)}…"`);
});
