import { expect, it } from "vitest";
import { judgeAll } from "./judged.test.support.ts";
import { parentsEnd } from "./parents-end.ts";

/** The verdict on a list of features, given by their parents. */
const judge = (parents: Readonly<Record<string, string | null>>) =>
  judgeAll(parentsEnd, {
    operation: "listFeatures",
    path: "/v1/products/p/features",
    json: { data: Object.entries(parents).map(([id, parentId]) => ({ id, parentId })) },
  });

it("finds a circle of any length, and shows the way around it", () => {
  expect(judge({ a: "a" })).toMatchObject({ verdict: "fail", exchanges: [0] });
  expect(judge({ a: null, b: "c", c: "d", d: "b" })).toMatchObject({
    actual: 'GET /v1/products/p/features: "b", whose parent is "c", whose parent is "d", whose parent is "b"',
  });
});

it("holds where parents end, also at one that is not in the list", () => {
  expect(judge({ a: null, b: "a", c: "b", d: "b" }).verdict).toBe("pass");
  expect(judge({ b: "elsewhere", c: "b" }).verdict).toBe("pass");
  expect(judge({ a: null, b: "elsewhere" }).verdict).toBe("not-applicable");
});
