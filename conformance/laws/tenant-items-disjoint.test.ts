import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { judgeAll } from "./judged.test.support.ts";
import { tenantItemsDisjoint } from "./tenant-items-disjoint.ts";

const id = "feat_7f3c9a1e";
const list = (credential: string, product: string): ExchangeOverrides => ({
  operation: "listFeatures",
  path: `/v1/products/${product}/features`,
  credential,
  kind: "api-key",
  organization: credential.slice(4, 5),
  json: { data: [{ id, name: "Search", createdAt: "2026-01-01T00:00:00Z" }] },
});

describe("tenantItemsDisjoint", () => {
  it.each([
    ["prod_1", "the same list"],
    ["prod_2", "/v1/products/prod_2/features"],
  ])("says for whose keys an item is listed, the other one below %s", (product, where) => {
    expect(judgeAll(tenantItemsDisjoint, list("KEY_A", product), list("KEY_B", "prod_1"))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1],
      expected: "nothing that is listed for KEY_A, a key of another organization",
      actual: `"${id}" is in /v1/products/prod_1/features for KEY_B, and in ${where} for KEY_A`,
    });
  });
});
