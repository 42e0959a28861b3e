import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { alwaysOwn } from "./always-own.ts";
import { judgeAll } from "./judged.test.support.ts";

const list = (credential: string, ids: readonly string[], more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listProducts",
  path: "/v1/products",
  credential,
  kind: "api-key",
  organization: credential.slice(4, 5),
  json: { data: ids.map((id) => ({ id })) },
  ...more,
});
const [a, b, both] = ["prd_7f3c9a1e", "prd_2b8d4e6f", "prd_5a5b5c5d"];
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(alwaysOwn, ...described).verdict;

describe("alwaysOwn", () => {
  it("fails where a key is shown once what another organization's is shown always", () => {
    expect(
      judgeAll(alwaysOwn, list("KEY_A", [a]), list("KEY_B", [b]), list("KEY_B", [a]), list("KEY_A", [a])),
    ).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1, 2],
      actual: `GET /v1/products: "${a}", as KEY_A of another organization is shown`,
    });
  });

  it("fails for a user and an installation as well", () => {
    for (const operation of ["getMe", "getInstallation"] as const) {
      const one = (credential: string, id: string) => list(credential, [], { operation, path: "/v1/x", json: { id } });
      expect(verdict(one("KEY_A", a), one("KEY_B", b), one("KEY_A", b))).toBe("fail");
    }
  });

  it("fails where a key is shown two users, and a session of another organization one of them, or both", () => {
    const me = (credential: string, id: string, more = {}) =>
      list(credential, [], { operation: "getMe", path: "/v1/me", json: { id }, ...more });
    const session = { kind: "session", organization: "A" } as const;
    expect(verdict(me("SESSION_A", a, session), me("KEY_B", a), me("KEY_B", b), me("SESSION_A", b, session))).toBe(
      "fail",
    );
    expect(verdict(me("SESSION_A", a, session), me("KEY_B", a), me("KEY_B", a))).not.toBe("fail");
    expect(verdict(me("KEY_B", a), me("KEY_B", b))).not.toBe("fail");
  });

  it("holds for what both are always shown, or both now and then", () => {
    expect(verdict(list("KEY_A", [both]), list("KEY_B", [both]), list("KEY_A", [both]))).toBe("pass");
    expect(verdict(list("KEY_A", [a]), list("KEY_A", [both]), list("KEY_B", [both]), list("KEY_B", [b]))).toBe("pass");
  });

  it("holds for what is new, and for keys of one organization", () => {
    expect(verdict(list("KEY_A", [a]), list("KEY_B", [b]), list("KEY_A", [a, both]))).toBe("pass");
    const second = { organization: "A" };
    expect(verdict(list("KEY_A", [a]), list("KEY_B", [b], second), list("KEY_B", [a], second))).toBe("not-applicable");
  });

  it("holds for an organization that the run created, which a key of the same user is shown, too", () => {
    const path = "/v1/organizations";
    const organizations = (credential: string, ids: readonly string[]) =>
      list(credential, ids, { operation: "listOrganizations", path, json: ids.map((id) => ({ id })) });
    const created = list("KEY_A", [], { operation: "createOrganization", path, json: { id: b } });
    const before = organizations("KEY_A", [a]);
    const after = [organizations("KEY_A", [a, b]), organizations("KEY_B", [b])];
    expect(verdict(before, created, ...after)).toBe("pass");
    expect(verdict(before, ...after)).toBe("fail");
  });

  it("fails for a short identifier, too, if the item has the same name and times", () => {
    const named = (credential: string, id: string, name: string) =>
      list(credential, [], { json: { data: [{ id, name, createdAt: "2026-01-01T00:00:00Z" }] } });
    const before = [named("KEY_A", "1", "One"), named("KEY_B", "2", "Two")];
    expect(verdict(...before, named("KEY_B", "1", "One"))).toBe("fail");
    expect(verdict(...before, named("KEY_B", "1", "Another"))).toBe("not-applicable");
  });

  it("says nothing of identifiers that two organizations may come to by chance, of other paths, and of sessions", () => {
    expect(verdict(list("KEY_A", ["1"]), list("KEY_B", ["2"]), list("KEY_B", ["1"]))).toBe("not-applicable");
    expect(verdict(list("KEY_A", ["1"]), list("KEY_B", ["2"]), list("KEY_B", ["2"]))).toBe("pass");
    const paged = { path: "/v1/products?page=2" };
    expect(verdict(list("KEY_A", [a]), list("KEY_B", [b]), list("KEY_B", [a], paged))).toBe("not-applicable");
    const session = { kind: "session" } as const;
    expect(verdict(list("KEY_A", [a]), list("KEY_B", [b], session), list("KEY_B", [a], session))).toBe(
      "not-applicable",
    );
  });
});
