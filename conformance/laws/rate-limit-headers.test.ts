import { describe, expect, it } from "vitest";
import { exchangeWith, type Said } from "../model/exchange.test.support.ts";
import { rateLimitHeaders, remainingOf } from "../model/rate-limit-headers.ts";
import { context, unlimited, verdictOf } from "./judged.test.support.ts";
import * as laws from "./rate-limit-headers.ts";

const [limit, remaining, reset] = rateLimitHeaders;
const with_ = (name: string, value: string | undefined, more: Said = {}): Said => ({
  ...more,
  headers: { ...more.headers, [name]: value },
});
const all = [
  laws.headersPresent,
  laws.limitIsInteger,
  laws.limitIsDeclared,
  laws.remainingIsInteger,
  laws.remainingInRange,
  laws.resetIsNumeric,
];

describe("every law of the headers", () => {
  it.each(all.map((law) => [law.id, law] as const))("%s holds for good headers on every status", (_id, law) => {
    for (const status of [200, 204, 301, 401, 403, 404, 429, 500]) expect(verdictOf(law, { status })).toBe("pass");
  });

  it.each(all.map((law) => [law.id, law] as const))("%s says nothing where nothing can be said", (_id, law) => {
    const none = { [limit]: undefined, [remaining]: undefined, [reset]: undefined };
    expect(verdictOf(law, { status: 0 })).toBe("not-applicable");
    expect(verdictOf(law, { operation: undefined, headers: none })).toBe("not-applicable");
    expect(verdictOf(law, { headers: none }, unlimited)).toBe("not-applicable");
    for (const value of ["x", "101"]) {
      const wrong = { [limit]: value === "x" ? "x" : "99", [remaining]: value, [reset]: value };
      expect(verdictOf(law, { headers: wrong }, unlimited)).toBe("not-applicable");
      expect(verdictOf(law, { operation: undefined, headers: wrong })).toBe("not-applicable");
    }
  });
});

describe("headersPresent", () => {
  it.each(rateLimitHeaders)("fails without %s, whatever its case elsewhere", (name) => {
    expect(verdictOf(laws.headersPresent, with_(name, undefined))).toBe("fail");
    expect(verdictOf(laws.headersPresent, { headers: { [name]: undefined, [name.toLowerCase()]: "1" } })).toBe("pass");
    expect(verdictOf(laws.headersPresent, with_(name, undefined, { status: 401, kind: "none" }))).toBe("fail");
  });

  it("names what is missing", () => {
    const judgement = laws.headersPresent.judge(exchangeWith(with_(reset, undefined, { status: 429 })), context);
    expect(judgement).toMatchObject({ actual: `429 without ${reset}` });
  });
});

describe.each([
  [laws.limitIsInteger, limit],
  [laws.remainingIsInteger, remaining],
] as const)("$id", (law, name) => {
  it.each(["0", "99", "+5", "-1", "007", " 7 ", "9223372036854775807"])("holds for %j", (value) => {
    expect(verdictOf(law, with_(name, value))).toBe("pass");
  });

  it.each(["", "1.5", "1e2", "ten", "100, 100", "100;w=60", "0x10", "1 0", "Infinity", "NaN"])(
    "fails for %j",
    (value) => {
      expect(verdictOf(law, with_(name, value))).toBe("fail");
    },
  );

  it("leaves an absent header to headersPresent", () => {
    expect(verdictOf(law, with_(name, undefined))).toBe("not-applicable");
  });
});

describe("limitIsDeclared", () => {
  const told = (value: string, more: Said = {}) => verdictOf(laws.limitIsDeclared, with_(limit, value, more));

  it("compares with the declared limit, for API keys alone", () => {
    expect([told("100"), told("0100"), told("99"), told("1000")]).toEqual(["pass", "pass", "fail", "fail"]);
    expect(told("9223372036854775807")).toBe("fail");
    for (const kind of ["session", "none", "unknown", "malformed", "expired"] as const) {
      expect(told("60", { kind })).toBe("not-applicable");
    }
  });

  it("leaves what is no integer to limitIsInteger", () => expect(told("many")).toBe("not-applicable"));
});

describe("remainingInRange", () => {
  const told = (left: string, of = "100") =>
    verdictOf(laws.remainingInRange, { headers: { [limit]: of, [remaining]: left } });

  it("lets it lie from 0 to the limit", () => {
    expect([told("0"), told("100"), told("59", "60")]).toEqual(["pass", "pass", "pass"]);
    expect([told("-1"), told("101"), told("61", "60")]).toEqual(["fail", "fail", "fail"]);
  });

  it("leaves what is no integer to the other laws", () => {
    expect([told("x"), told("5", "x"), told("1.5")]).toEqual(["not-applicable", "not-applicable", "not-applicable"]);
  });
});

describe("resetIsNumeric", () => {
  it.each(["0", "60", "59.25", "1795254101", "1795254101000", "-3", "1.7e10", "2e+9", ".25", "60."])(
    "holds for %j",
    (value) => {
      expect(verdictOf(laws.resetIsNumeric, with_(reset, value))).toBe("pass");
    },
  );

  it.each(["", "soon", "Sat, 21 Nov 2026 09:40:41 GMT", "2026-11-21T09:40:41Z", "60s", "1,5", "0x3c", "NaN", "."])(
    "fails for %j",
    (value) => expect(verdictOf(laws.resetIsNumeric, with_(reset, value))).toBe("fail"),
  );
});

describe("remainingOf", () => {
  it("reads an integer, and nothing else", () => {
    expect(remainingOf(exchangeWith())).toBe(99);
    expect(remainingOf(exchangeWith(with_(remaining, "0")))).toBe(0);
    expect(remainingOf(exchangeWith(with_(remaining, " 7 ")))).toBe(7);
    expect(remainingOf(exchangeWith(with_(remaining, "1.5")))).toBeUndefined();
    expect(remainingOf(exchangeWith(with_(remaining, undefined)))).toBeUndefined();
    expect(remainingOf(exchangeWith({ status: 0 }))).toBeUndefined();
  });
});
