import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { uniqueInstallationIds } from "./installation-unique-ids.ts";
import { judgeAll } from "./judged.test.support.ts";

const read = (credential: string, id: unknown, orgId: unknown, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "getInstallation",
  credential,
  kind: "api-key",
  json: { id, orgId },
  ...more,
});
const [one, other] = ["ins_7f3c9a1e", "ins_2b8d4e6f"];
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(uniqueInstallationIds, ...described).verdict;

describe("uniqueInstallationIds", () => {
  it("fails for one id as the installation of two organizations", () => {
    expect(
      judgeAll(uniqueInstallationIds, read("KEY_A", one, "A"), read("KEY_A2", one, "A"), read("KEY_B", one, "B")),
    ).toMatchObject({ verdict: "fail", exchanges: [0, 2], actual: `"${one}" as the installation of "B"` });
  });

  it("holds for different ids, and for one organization's keys", () => {
    expect(verdict(read("KEY_A", one, "A"), read("KEY_A2", one, "A"), read("KEY_B", other, "B"))).toBe("pass");
    expect(verdict(read("KEY_A", one, "A"), read("KEY_A2", one, "A"))).toBe("not-applicable");
  });

  it("says nothing of ids that each organization may count, of no organization, and of errors", () => {
    expect(verdict(read("KEY_A", "1", "A"), read("KEY_B", "1", "B"))).toBe("not-applicable");
    const counted = judgeAll(uniqueInstallationIds, read("KEY_A", "1", "A"), read("KEY_B", "2", "B"));
    const reason = expect.stringMatching(
      /^the identifiers of the installations are words.* 16 characters would be judged$/,
    );
    expect(counted).toEqual({ verdict: "not-applicable", reason, exchanges: [] });
    expect(judgeAll(uniqueInstallationIds, read("KEY_A", "1", "A"))).toMatchObject({ reason: "" });
    expect(verdict(read("KEY_A", one, "A"), read("KEY_B", one, undefined))).toBe("not-applicable");
    expect(verdict(read("KEY_A", one, "A"), read("KEY_B", one, "B", { status: 404 }))).toBe("not-applicable");
  });

  it("says that all organizations are shown one and the same installation", () => {
    const [a, b] = [{ organization: "A" }, { organization: "B" }];
    expect(judgeAll(uniqueInstallationIds, read("KEY_A", one, "A", a), read("KEY_B", one, "A", b))).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringMatching(/^getInstallation shows the keys of several organizations an installation of "A"/),
    });
  });
});
