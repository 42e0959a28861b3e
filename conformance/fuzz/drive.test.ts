import { describe, expect, it } from "vitest";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { allRefused } from "./drive.ts";

const updates = (...statuses: readonly number[]) =>
  statuses.map((status) => ({ exchange: exchangeWith({ operation: "updateMe", status }), failed: [] }));

describe("the profile", () => {
  it("need not be put back where every update was refused", () => {
    expect(allRefused({ fuzzed: updates(403, 422), unanswered: [] })).toBe(true);
  });

  it("is put back where one was, or may have been, taken", () => {
    expect(allRefused({ fuzzed: updates(403, 200), unanswered: [] })).toBe(false);
    expect(allRefused({ fuzzed: updates(403, 500), unanswered: [] })).toBe(false);
    expect(allRefused({ fuzzed: updates(403, 0), unanswered: [] })).toBe(false);
    expect(allRefused({ fuzzed: updates(403), unanswered: ["PUT /v1/me: ReadTimeout"] })).toBe(false);
    expect(allRefused({ fuzzed: updates(403), unanswered: [], broken: "Schemathesis failed" })).toBe(false);
    expect(allRefused({ fuzzed: [], unanswered: [] })).toBe(false);
  });
});
