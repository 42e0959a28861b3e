import { describe, expect, it } from "vitest";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { context, verdictOf } from "./judged.test.support.ts";
import { memberEmails } from "./member-email-addresses.ts";

const verdict = (...emails: readonly unknown[]) =>
  verdictOf(memberEmails, { operation: "listMembers", json: emails.map((email) => ({ email })) });

describe("member.email-addresses", () => {
  it.each([
    "ada@example.com",
    "ada+a.b@xn--d1acufc.example",
    "ада@пример.рф",
    '"a@b"@example.com',
    "root@localhost",
    "*ada**@example.com",
  ])("holds for %s", (email) => expect(verdict("grace@example.com", email)).toBe("pass"));

  it.each(["", "ada", "@example.com", "ada@", "usr_1", "Ada <ada@example.com>"])("fails for %j", (email) =>
    expect(verdict("grace@example.com", email)).toBe("fail"),
  );

  it("says that letters are hidden", () => {
    const masked = exchangeWith({ operation: "listMembers", json: [{ email: "a***@example.com" }] });
    expect(memberEmails.judge(masked, context)).toMatchObject({
      verdict: "fail",
      expected: "email: the whole address, without letters hidden by ***",
      actual: '"a***@example.com"',
    });
  });

  it("says nothing of members without one, or of another type", () => {
    expect([verdict(), verdict(null, 7)]).toEqual(["not-applicable", "not-applicable"]);
  });
});
