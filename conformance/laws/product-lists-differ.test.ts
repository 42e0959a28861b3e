import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { judgeAll, verdictOf } from "./judged.test.support.ts";
import { organizationsOfUser } from "./lists.ts";
import { productListsDiffer } from "./product-lists-differ.ts";

const [ofFeatures, ofProblems] = productListsDiffer;
if (ofFeatures === undefined || ofProblems === undefined) throw new Error("two laws are missing");

const item = (id: string, more: object = {}) => ({ id, name: id, createdAt: "2026-01-01T00:00:00Z", ...more });
const several = ["prb_4f9a", "prb_77c1"].map((id) => item(id));
const problems = (product: string, items: readonly object[], more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listProblems",
  path: `/v1/products/${product}/problems`,
  json: { data: items },
  ...more,
});

describe("a list below a product", () => {
  it("fails where another product lists the same several, in whatever order, and names both", () => {
    expect(judgeAll(ofProblems, problems("p", several), problems("q", several.toReversed()))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1],
      actual: "the same 2 problems in /v1/products/p/problems and in /v1/products/q/problems",
    });
    expect(judgeAll(ofFeatures, problems("p", several), problems("q", several)).verdict).toBe("not-applicable");
  });

  it("is not judged where that of another product is rejected, which is the reason then", () => {
    const rejected = problems("q", [], { status: 404, json: { error: "Not found" } });
    expect(judgeAll(ofProblems, problems("p", several), rejected)).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringMatching(/^\/v1\/products\/q\/problems was answered 404 with .* for \w+$/),
    });
    expect(judgeAll(ofProblems, problems("p", several))).toMatchObject({ verdict: "not-applicable", reason: "" });
  });

  it("holds where two products share some", () => {
    for (const others of [
      [...several, item("prb_0001a")],
      [several[0] ?? {}, item("prb_0002b")],
    ])
      expect(judgeAll(ofProblems, problems("p", several), problems("q", others)).verdict).toBe("pass");
  });

  it("holds where one product lists less than another", () => {
    expect(judgeAll(ofProblems, problems("p", several), problems("q", several.slice(1))).verdict).toBe("pass");
  });

  it("holds where the identifiers alone are the same, and says nothing of the same items under short ones: each product may number its own", () => {
    const renamed = several.map((problem) => ({ ...problem, name: "another" }));
    const numbered = [item("1"), item("problem-2")];
    expect(judgeAll(ofProblems, problems("p", several), problems("q", renamed)).verdict).toBe("pass");
    expect(judgeAll(ofProblems, problems("p", numbered), problems("q", numbered))).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringContaining('each may use identifiers such as "1" for its own'),
    });
    const mixed = [...numbered, ...several.slice(0, 1)];
    expect(judgeAll(ofProblems, problems("p", mixed), problems("q", mixed)).verdict).toBe("not-applicable");
    expect(
      judgeAll(ofProblems, problems("p", [...mixed, ...several]), problems("q", [...mixed, ...several])),
    ).toMatchObject({
      verdict: "fail",
    });
    const others = [item("3"), item("problem-4")];
    expect(judgeAll(ofProblems, problems("p", numbered), problems("q", others)).verdict).toBe("pass");
  });

  it("says nothing of one product, of one item, of other callers, of a part, and of what no caller should ask", () => {
    const list = problems("p", several);
    for (const other of [
      problems("p", several),
      problems("q", several, { credential: "KEY_B" }),
      problems("q", several, { path: "/v1/products/q/problems?status=draft" }),
      problems("q", several, { intent: "foreign-id" }),
      problems("q", several, { status: 404 }),
    ])
      expect(judgeAll(ofProblems, list, other).verdict).toBe("not-applicable");
    const single = several.slice(1);
    expect(judgeAll(ofProblems, problems("p", single), problems("q", single)).verdict).toBe("not-applicable");
  });
});

describe("organizationsOfUser", () => {
  const listed = (json: unknown, more: ExchangeOverrides = {}) =>
    verdictOf(organizationsOfUser, { operation: "listOrganizations", kind: "session", json, ...more });

  it("wants one at least, of a session", () => {
    expect(listed([{ id: "org_1" }])).toBe("pass");
    expect(listed([])).toBe("fail");
  });

  it("says nothing of a key, of a failure, and of what is not a list", () => {
    expect(listed([], { kind: "api-key" })).toBe("not-applicable");
    expect(listed([], { status: 403 })).toBe("not-applicable");
    expect(listed({ data: [] })).toBe("not-applicable");
  });
});
