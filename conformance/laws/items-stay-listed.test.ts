import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { itemsStayListed } from "./items-stay-listed.ts";
import { judgeAll } from "./judged.test.support.ts";

/** One after the other, a second each. */
const run = (...described: readonly ExchangeOverrides[]) =>
  judgeAll(
    itemsStayListed,
    ...described.map((of, at) => ({ sentAt: at * 1000, receivedAt: at * 1000 + 100, organization: "org_1", ...of })),
  );

const products = (ids: readonly string[], more: ExchangeOverrides & { readonly beside?: object } = {}) => {
  const { beside, ...others } = more;
  return {
    operation: "listProducts",
    path: "/v1/products",
    json: { data: ids.map((id) => ({ id })), ...beside },
    ...others,
  } as const;
};
const all = ["prd_1", "prd_2", "prd_3"];
const without2 = ["prd_1", "prd_3"];
const submission = {
  operation: "submitFeedback",
  method: "POST",
  path: "/v1/feedback",
  status: 202,
  json: {},
} as const;

describe("an item of the first list", () => {
  it("is missed from a shorter list between two that show it, which the failure names", () => {
    expect(run(products(all), products(all), products(without2), submission, products(all))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 2, 4],
      expected: '"prd_2" in the list, as in one before it and one after it',
      actual: "GET /v1/products: 2 items without it",
    });
    expect(run(products(all), products([]), products(all)).verdict).toBe("fail");
  });

  it("is missed with all others from a last list that is empty, unless it was the only one", () => {
    expect(run(products(all), products(all), submission, products([]))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 3],
      expected: "the 3 items of GET /v1/products before: no endpoint deletes any",
    });
    expect(run(products(["prd_1"]), products([]), products([])).verdict).toBe("pass");
  });

  it("may disappear for good, or come and go if the first list does not show it", () => {
    expect(run(products(all), products(without2), products(without2)).verdict).toBe("pass");
    expect(run(products(without2), products(all), products(without2), products(all)).verdict).toBe("pass");
  });

  it("may be on another page of a list that says that more follows, or whose length may be a page's", () => {
    const more = { beside: { nextCursor: "abc" } };
    expect(run(products(all), products(without2, more), products(all)).verdict).toBe("pass");
    const five = ["a", "b", "c", "d", "e"];
    expect(run(products(five), products(["f", "b", "c", "d", "e"]), products(five)).verdict).toBe("pass");
  });

  it("may be missing from a list that was asked for while another was under way", () => {
    const concurrent = { sentAt: 0, receivedAt: 5000 };
    expect(run(products(all, concurrent), products(without2, concurrent), products(all, concurrent)).verdict).toBe(
      "pass",
    );
  });
});

it("says nothing of what was first listed after something was created, of other callers and of a part", () => {
  for (const exchanges of [
    [submission, products(all), products(without2), products(all)],
    [products(all), products(without2, { credential: "KEY_B" }), products(all, { credential: "KEY_B" })],
    [products(all), products(without2, { path: "/v1/products?status=draft" }), products(all)],
    [products(all), products(all)],
  ])
    expect(run(...exchanges).verdict).toBe("not-applicable");
});
