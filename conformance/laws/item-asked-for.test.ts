import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { itemsAskedFor } from "./item-asked-for.ts";
import { judgeAll } from "./judged.test.support.ts";

const [, problem] = itemsAskedFor;
const path = "/v1/products/prd_1/problems";
const list: ExchangeOverrides = { operation: "listProblems", path, json: { data: [{ id: "pbl_1" }, { id: "pbl 2" }] } };
const read = (asked: string, id: unknown, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "getProblem",
  path: `${path}/${asked}`,
  json: { id },
  ...more,
});
const judged = (...reads: readonly ExchangeOverrides[]) => problem && judgeAll(problem, list, ...reads);

describe("a problem that is read by itself", () => {
  it("is the one of the list, or has no identifier", () => {
    expect(judged(read("pbl_1", "pbl_1"), read("pbl%202", "pbl 2"), read("pbl_1", undefined))?.verdict).toBe("pass");
  });

  it("is not another one, also if it is of the same list", () => {
    expect(judged(read("pbl_1", "pbl_1"), read("pbl_1?fields=all", "pbl 2"))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 2],
      actual: 'one with the id "pbl 2"',
    });
  });

  it("is judged although a list holds half a surrogate pair, or a path is no percent-encoding", () => {
    const broken: ExchangeOverrides = { operation: "listProblems", path, json: { data: [{ id: "pbl_\ud83d" }] } };
    expect(judged(broken, read("%zz", "pbl_1"), read("pbl_1", "pbl_1"))?.verdict).toBe("pass");
  });

  it("may be asked for by another name than an identifier that a list shows", () => {
    expect(judged(read("slow-search", "pbl_1"))?.verdict).toBe("not-applicable");
    expect(judged(read("pbl_1", "pbl_9", { intent: "foreign-id" }))?.verdict).toBe("not-applicable");
    expect(judged(read("pbl_1", "pbl_9", { status: 404 }))?.verdict).toBe("not-applicable");
  });
});
