import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { judgeAll } from "./judged.test.support.ts";
import { keyRejectedByUsers, rejectedThoughServed } from "./rejected-though-served.ts";

const at = (seconds: number, status: number, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  credential: "KEY_A",
  kind: "api-key",
  sentAt: seconds * 1000,
  receivedAt: seconds * 1000 + 100,
  status,
  ...more,
});
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(rejectedThoughServed, ...described).verdict;

describe("rejectedThoughServed", () => {
  it("fails for a 401 between two answers of 2xx, which it names before it", () => {
    const rejected = at(2, 401, { operation: "getInstallation", path: "/v1/installations/me" });
    expect(judgeAll(rejectedThoughServed, at(1, 200), rejected, at(3, 403), at(4, 201))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 3, 1],
      actual: "GET /v1/installations/me: 401",
    });
  });

  it("expects no 403 where the same request is served at other times", () => {
    const judgedWith = (path: string) => judgeAll(rejectedThoughServed, at(1, 200), at(2, 401, { path }), at(3, 200));
    expect(judgedWith("/v1/products")).toMatchObject({ expected: expect.stringContaining("a 2xx, as for other GET") });
    expect(judgedWith("/v1/me")).toMatchObject({ expected: expect.stringContaining("403 if KEY_A is not permitted") });
  });

  it("expects no 2xx for what is invalid or another organization's, nor for another body than one that was served", () => {
    const submitted = { operation: "submitFeedback", path: "/v1/feedback", requestBody: "{}" } as const;
    const judgedWith = (rejected: ExchangeOverrides) =>
      judgeAll(rejectedThoughServed, at(1, 200, submitted), at(2, 401, { ...submitted, ...rejected }), at(3, 200));
    expect(judgedWith({})).toMatchObject({ expected: "a 2xx, as for other POST /v1/feedback with KEY_A" });
    for (const [intent, answers] of [
      ["foreign-id", "403 or 404"],
      ["unknown-id", "404"],
      ["invalid", "400 or 422"],
    ] as const)
      expect(judgedWith({ intent })).toMatchObject({
        expected: `${answers}, or another 4xx than 401, to KEY_A: it is valid, since it was served before and after`,
      });
    expect(judgedWith({ requestBody: '{"productId":"prd_2"}' })).toMatchObject({
      expected: expect.stringMatching(/^403 if KEY_A is not permitted this/),
    });
  });

  it("holds where a role is answered 403", () => {
    expect(verdict(at(1, 200), at(2, 403), at(3, 200))).toBe("pass");
  });

  it("holds for a credential that is not valid yet, or no longer", () => {
    expect(verdict(at(1, 401), at(2, 200))).toBe("pass");
    expect(verdict(at(1, 200), at(2, 401), at(3, 401))).toBe("pass");
  });

  it("holds where the order is not known", () => {
    expect(verdict(at(1, 200), at(2, 401), at(2.05, 200))).toBe("pass");
  });

  it("compares a credential with itself, and only those that are declared as valid", () => {
    expect(verdict(at(1, 200), at(2, 401, { credential: "KEY_B" }), at(3, 200))).toBe("pass");
    const expired = { kind: "expired", credential: "KEY_C" } as const;
    expect(verdict(at(1, 200, expired), at(2, 401, expired), at(3, 200, expired))).toBe("not-applicable");
  });

  it("says nothing of sessions at the installation of the calling API key, and of paths that no operation has", () => {
    const session = { kind: "session", credential: "SESSION_A" } as const;
    const installation = { ...session, operation: "getInstallation" } as const;
    expect(verdict(at(1, 200, session), at(2, 401, installation), at(3, 200, session))).toBe("pass");
    expect(verdict(at(1, 200), at(2, 401, { operation: undefined }), at(3, 200))).toBe("pass");
    expect(verdict(at(1, 200), at(2, 401, { operation: "getInstallation" }), at(3, 200))).toBe("fail");
  });
});

describe("an API key that is served elsewhere, and 401 at an endpoint of users,", () => {
  const key = [at(1, 200), at(2, 401, { operation: "getMe", path: "/v1/me" }), at(4, 200)];

  it("fails the implied law alone: the endpoint may be for sessions", () => {
    expect(judgeAll(rejectedThoughServed, ...key).verdict).toBe("pass");
    expect(judgeAll(keyRejectedByUsers, ...key)).toMatchObject({
      verdict: "fail",
      expected: expect.stringContaining("403 if KEY_A is not permitted"),
    });
  });

  it("fails the stated law where that endpoint serves it at other times, or is one of products", () => {
    const served = at(3, 200, { operation: "getMe", path: "/v1/me" });
    expect(judgeAll(rejectedThoughServed, ...key, served).verdict).toBe("fail");
    expect(judgeAll(keyRejectedByUsers, ...key, served).verdict).toBe("pass");
    const ofProducts = [at(1, 200), at(2, 401, { operation: "listActors" }), at(4, 200)];
    expect(judgeAll(rejectedThoughServed, ...ofProducts).verdict).toBe("fail");
    expect(judgeAll(keyRejectedByUsers, ...ofProducts).verdict).toBe("pass");
  });

  it("fails the stated law where that endpoint serves another key", () => {
    const other = at(0, 200, { credential: "KEY_B", operation: "getMe", path: "/v1/me" });
    expect(judgeAll(rejectedThoughServed, other, ...key).verdict).toBe("fail");
    expect(judgeAll(keyRejectedByUsers, other, ...key).verdict).toBe("pass");
  });

  it("is no matter of sessions", () => {
    const session = key.map((each) => ({ ...each, kind: "session" as const }));
    expect(judgeAll(rejectedThoughServed, ...session).verdict).toBe("fail");
    expect(judgeAll(keyRejectedByUsers, ...session).verdict).toBe("pass");
  });
});
