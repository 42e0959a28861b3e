import { describe, expect, it } from "vitest";
import { replaceRoute } from "../changes/seams/routes.ts";
import { started } from "../start.test.support.ts";
import { credentials } from "./credentials.ts";

describe("§5.1: the Authorization header", () => {
  it.each([["Bearer abc"], ["bearer abc"], ["BEARER   abc "]])("%j holds a token", (header) => {
    expect(credentials.tokenOf(header)).toBe("abc");
  });

  it.each([[undefined], [""], ["Bearer"], ["Bearer "], ["Basic abc"], ["abc"], ["Bearer a b"]])(
    "%j holds none",
    (header) => {
      expect(credentials.tokenOf(header)).toBeUndefined();
    },
  );
});

describe("§5.3: an API key", () => {
  it("stops working after its expiry date, not at it", () => {
    const key = { caller: {} as never, expiresAt: "2026-01-01T00:00:00.000Z" };
    expect(credentials.isExpired(key, Date.UTC(2026, 0, 1))).toBe(false);
    expect(credentials.isExpired(key, Date.UTC(2026, 0, 1) + 1)).toBe(true);
    expect(credentials.isExpired({ ...key, expiresAt: null }, Number.MAX_VALUE)).toBe(false);
  });

  it("is rejected on every endpoint when expired, unknown or altered", async () => {
    const reference = await started();
    const { token } = reference.credential("key");
    for (const wrong of [reference.credential("expired").token, `${token}x`, "fpk_key_unknown"]) {
      const { status } = await reference.send(undefined, "/v1/me", { headers: { authorization: `Bearer ${wrong}` } });
      expect(status).toBe(401);
    }
  });

  it("has the prefix of its kind, and is new at every start unless it is derived", async () => {
    const tokens = async (tokenSeed?: string) =>
      (await started({ tokenSeed })).target.credentials.map(({ token }) => token);
    const [first, other, derived, again] = [await tokens(), await tokens(), await tokens("x"), await tokens("x")];
    expect(first[0]).toMatch(/^fpk_key_[\w-]{32}$/);
    expect(new Set([...first, ...other, ...derived]).size).toBe(3 * first.length);
    expect(again).toEqual(derived);
  });

  it("is stored as a hash (§5.4)", async () => {
    let stored = "";
    const change = replaceRoute("getMe", () => ({ store }) => {
      stored = Buffer.from(store.bytes()).toString("latin1");
      return {};
    });
    const reference = await started({ mutant: { id: "test", clause: "test", fault: "test", change } });
    await reference.send("key", "/v1/me");
    expect(stored).toContain("First key");
    for (const { token } of reference.target.credentials) expect(stored).not.toContain(token);
  });
});
