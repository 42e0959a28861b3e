import { describe, expect, it } from "vitest";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { isProfileUnchanged } from "./profile.ts";

const updates = (...statuses: readonly number[]) =>
  statuses.map((status) => ({ exchange: exchangeWith({ operation: "updateMe", status }), judgements: new Map() }));

describe("the profile", () => {
  it("need not be restored if every update was rejected", () => {
    expect(isProfileUnchanged({ judged: updates(403, 422), unanswered: [] })).toBe(true);
  });

  it("is restored if an update was, or may have been, accepted", () => {
    expect(isProfileUnchanged({ judged: updates(403, 200), unanswered: [] })).toBe(false);
    expect(isProfileUnchanged({ judged: updates(403, 500), unanswered: [] })).toBe(false);
    expect(isProfileUnchanged({ judged: updates(403, 0), unanswered: [] })).toBe(false);
    expect(isProfileUnchanged({ judged: updates(403), unanswered: ["PUT /v1/me: ReadTimeout"] })).toBe(false);
    expect(isProfileUnchanged({ judged: updates(403), unanswered: [], broken: "Schemathesis failed" })).toBe(false);
    expect(isProfileUnchanged({ judged: [], unanswered: [] })).toBe(false);
  });
});
