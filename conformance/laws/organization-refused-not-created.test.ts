import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { judgeAll } from "./judged.test.support.ts";
import { rejectedOrganization } from "./organization-refused-not-created.ts";

const creation = (body: unknown, status = 400, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "createOrganization",
  intent: "invalid",
  credential: "SESSION",
  status,
  requestBody: JSON.stringify(body),
  json: { error: "x" },
  sentAt: 1000,
  receivedAt: 1010,
  ...more,
});
const list = (name: string, slug: string, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listOrganizations",
  credential: "SESSION",
  json: [{ id: "org_1", name, slug }],
  sentAt: 2000,
  receivedAt: 2010,
  ...more,
});
const wrong = { name: "Conformance m-1", slug: ["m-1"] };
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(rejectedOrganization, ...described).verdict;

describe("rejectedOrganization", () => {
  it("fails for a listed organization with the name or the slug of a rejected creation", () => {
    expect(judgeAll(rejectedOrganization, creation(wrong), list("Else", "m-1"))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1],
    });
    expect(verdict(creation(wrong, 422), list("Conformance m-1", "else"))).toBe("fail");
  });

  it("holds where it is not listed", () => expect(verdict(creation(wrong), list("Else", "m-10"))).toBe("pass"));

  it("does not regard a value that another creation sent, too", () => {
    const accepted = creation({ name: "Else", slug: "m-1" }, 201, { intent: "valid" });
    expect(verdict(accepted, creation(wrong), list("Else", "m-1"))).toBe("pass");
    const again = creation({ slug: "m-1" }, 409);
    expect(verdict(accepted, again, list("Else", "m-1"))).toBe("not-applicable");
  });

  it("says nothing of lists before, of other callers, and of what is not rejected because of its input", () => {
    expect(verdict(creation(wrong), list("Else", "m-1", { sentAt: 900 }))).toBe("not-applicable");
    expect(verdict(creation(wrong), list("Else", "m-1", { credential: "KEY_A" }))).toBe("not-applicable");
    for (const status of [201, 401, 403, 429, 500])
      expect(verdict(creation(wrong, status), list("Else", "m-1"))).toBe("not-applicable");
    expect(verdict(creation(wrong, 400, { intent: "valid" }), list("Else", "m-1"))).toBe("not-applicable");
    expect(verdict(creation([wrong]), list("Else", "m-1"))).toBe("not-applicable");
  });
});
