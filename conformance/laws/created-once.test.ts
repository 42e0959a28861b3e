import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { createdOnce } from "./created-once.ts";
import { judgeAll } from "./judged.test.support.ts";

const read = (createdAt: string | number, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "getInstallation",
  path: "/v1/installations/me",
  credential: "KEY_A",
  kind: "api-key",
  organization: "A",
  json: { id: "ins_7f3c9a1e", createdAt },
  ...more,
});
const listed = (createdAt: string) =>
  read("", {
    operation: "listReleases",
    path: "/v1/products/prd_1/releases",
    json: { data: [{ id: "rel_2b8d4e6f", createdAt }] },
  });
const [january, march] = ["2026-01-01T10:00:00Z", "2026-03-01T10:00:00Z"];
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(createdOnce, ...described).verdict;

describe("createdOnce", () => {
  it("compares numbers, too, which are no date-times", () => {
    expect(verdict(read(1704164645.1), read(1704164645.25))).toBe("fail");
    expect(verdict(read(1704164645.1), read(1704164645.1))).toBe("pass");
  });

  it("fails for a createdAt that another read of the resource does not have", () => {
    expect(judgeAll(createdOnce, read(january), read(january), read(march, { credential: "KEY_A2" }))).toMatchObject({
      verdict: "fail",
      expected: `createdAt "${january}", as in GET /v1/installations/me before`,
      actual: `createdAt "${march}"`,
      exchanges: [0, 2],
    });
    expect(verdict(listed(january), listed(march))).toBe("fail");
    const at = (fraction: string) => {
      const createdAt = `2026-01-01T10:00:00.${fraction}Z`;
      return read(createdAt, { json: { id: "1", createdAt } });
    };
    expect(verdict(at("100200300"), at("100200301"))).toBe("fail");
  });

  it("fails for another id of what the credential alone names", () => {
    const other = { json: { id: "ins_2b8d4e6f", createdAt: january } };
    expect(judgeAll(createdOnce, read(january), read(january, other))).toMatchObject({
      verdict: "fail",
      expected: 'id "ins_7f3c9a1e", as in GET /v1/installations/me before',
      actual: 'id "ins_2b8d4e6f"',
    });
    expect(verdict(read(january), read(january, { ...other, credential: "KEY_A2" }), read(january))).toBe("pass");
  });

  it("fails for another identifier of what has the same address, or the same name and time of creation", () => {
    const members = (...items: readonly object[]): ExchangeOverrides =>
      read("", { operation: "listMembers", path: "/v1/organizations/org_1/members", json: items });
    const ada = { userId: "usr_1", email: "ada@example.com" };
    expect(judgeAll(createdOnce, members(ada), members({ ...ada, userId: "usr_2" }))).toMatchObject({
      verdict: "fail",
      expected: 'userId "usr_1", as in GET /v1/organizations/org_1/members before',
      actual: 'userId "usr_2"',
    });
    expect(verdict(members(ada), members(ada, { ...ada, userId: "usr_2" }))).not.toBe("fail");
    const invitation: ExchangeOverrides = {
      operation: "inviteMember",
      requestBody: JSON.stringify({ email: ada.email }),
    };
    expect(verdict(members(ada), invitation, members({ ...ada, userId: "usr_2" }))).not.toBe("fail");
    const release = (id: string, name: string) =>
      read("", { ...listed(january), json: { data: [{ id, name, createdAt: january }] } });
    expect(verdict(release("1", "May"), release("2", "May"))).toBe("fail");
    expect(verdict(release("1", "May"), release("2", "June"), release("2", "June"))).toBe("pass");
  });

  it("fails for the zero of a type in place of a time", () => {
    expect(judgeAll(createdOnce, read("0001-01-01T00:00:00Z"))).toMatchObject({ verdict: "fail", exchanges: [0] });
  });

  it("holds for another zone or precision, and for another resource", () => {
    expect(verdict(read(january), read("2026-01-01T11:00:00.250+01:00"))).toBe("pass");
    const of = (id: string, createdAt: string): ExchangeOverrides => ({
      ...read(createdAt, { json: { id, createdAt } }),
      operation: "getProduct",
      path: "/v1/products/bicycle",
    });
    expect(verdict(of("prd_1", january), of("prd_2", march), of("prd_1", january))).toBe("pass");
  });

  it("says nothing of one read, and of what two organizations are shown", () => {
    expect(verdict(read(january))).toBe("not-applicable");
    expect(verdict(read(january), read(march, { organization: "B", credential: "KEY_B" }))).toBe("not-applicable");
  });
});
