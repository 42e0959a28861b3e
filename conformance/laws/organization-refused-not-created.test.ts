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
const before = list("First", "first", {
  json: [{ id: "org_0", name: "First", slug: "first" }],
  sentAt: 0,
  receivedAt: 10,
});
const wrong = { name: "Conformance m-1", slug: ["m-1"] };
const judge = (...described: readonly ExchangeOverrides[]) => judgeAll(rejectedOrganization, before, ...described);
const verdict = (...described: readonly ExchangeOverrides[]) => judge(...described).verdict;

describe("rejectedOrganization", () => {
  it("fails for a listed organization with the name or the slug of a rejected creation", () => {
    expect(judge(creation(wrong), list("Else", "m-1"))).toMatchObject({ verdict: "fail", exchanges: [1, 2] });
    expect(verdict(creation(wrong, 422), list("Conformance m-1", "else"))).toBe("fail");
  });

  it("fails for a valid creation that is rejected and listed, also if each repetition is rejected", () => {
    const valid = creation({ name: "New", slug: "new" }, 409, { intent: "valid" });
    expect(verdict(valid, list("New", "new"))).toBe("fail");
    expect(verdict(valid, valid, list("New", "new"))).toBe("fail");
  });

  it("holds where it is not listed", () => expect(verdict(creation(wrong), list("Else", "m-10"))).toBe("pass"));

  it("does not regard a value that another creation sent, too", () => {
    const accepted = creation({ name: "Else", slug: "m-1" }, 201, { intent: "valid" });
    expect(verdict(accepted, creation(wrong), list("Else", "m-1"))).toBe("pass");
    const again = creation({ slug: "m-1" }, 409);
    expect(verdict(accepted, again, list("Else", "m-1"))).toBe("not-applicable");
    const lost = creation(wrong, 500, { intent: "valid" });
    expect(verdict(lost, creation(wrong, 409), list("Else", "m-1"))).toBe("not-applicable");
  });

  it("fails for the name and the slug together, if only each of them was sent by another creation, too", () => {
    const accepted = (name: string) => creation({ name, slug: "m-1" }, 201, { intent: "valid" });
    const rejected = creation({ name: "", slug: "m-1" }, 422);
    expect(verdict(accepted("New"), rejected, list("", "m-1"))).toBe("fail");
    expect(verdict(accepted("New"), rejected, list("New", "m-1"))).toBe("pass");
    expect(verdict(accepted(" "), rejected, list("", "m-1"))).toBe("not-applicable");
    expect(verdict(accepted("New"), creation({ slug: "m-1" }, 422), list("Else", "m-2"))).toBe("not-applicable");
  });

  it("does not regard an organization that an earlier list shows", () => {
    const valid = creation({ name: "First", slug: "new" }, 409, { intent: "valid" });
    expect(verdict(valid, list("First", "first", { json: before.json }))).toBe("pass");
    expect(judgeAll(rejectedOrganization, valid, list("First", "new")).verdict).toBe("not-applicable");
  });

  it("says nothing of lists before, of other callers, and of what is not rejected because of its input", () => {
    expect(verdict(creation(wrong), list("Else", "m-1", { sentAt: 900, receivedAt: 1005 }))).toBe("not-applicable");
    expect(verdict(creation(wrong), list("Else", "m-1", { credential: "KEY_A" }))).toBe("not-applicable");
    for (const status of [201, 401, 402, 403, 429, 500])
      expect(verdict(creation(wrong, status), list("Else", "m-1"))).toBe("not-applicable");
    expect(verdict(creation(wrong, 400, { intent: "foreign-id" }), list("Else", "m-1"))).toBe("not-applicable");
    expect(verdict(creation([wrong]), list("Else", "m-1"))).toBe("not-applicable");
  });
});
