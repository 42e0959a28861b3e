import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../model/exchange.test.support.ts";
import { rateLimitHeaders, remainingOf } from "../model/rate-limit-headers.ts";
import { context, unlimited, verdictOf } from "./judged.test.support.ts";
import * as laws from "./rate-limit-headers.ts";

const [limit, remaining, reset] = rateLimitHeaders;
const with_ = (name: string, value: string | undefined, more: ExchangeOverrides = {}): ExchangeOverrides => ({
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

  it.each(all.map((law) => [law.id, law] as const))(
    "%s is not applicable where there is nothing to judge",
    (_id, law) => {
      const none = { [limit]: undefined, [remaining]: undefined, [reset]: undefined };
      expect(verdictOf(law, { status: 0 })).toBe("not-applicable");
      expect(verdictOf(law, { operation: undefined, headers: none })).toBe("not-applicable");
      expect(verdictOf(law, { headers: none }, unlimited)).toBe("not-applicable");
      for (const value of ["x", "101"]) {
        const wrong = { [limit]: value === "x" ? "x" : "99", [remaining]: value, [reset]: value };
        expect(verdictOf(law, { headers: wrong }, unlimited)).toBe("not-applicable");
        expect(verdictOf(law, { operation: undefined, headers: wrong })).toBe("not-applicable");
      }
    },
  );
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

  it("fails where a redirect that was followed lacks one", () => {
    const judgement = laws.headersPresent.judge(exchangeWith({ redirects: 1, redirectLacks: [reset] }), context);
    expect(judgement).toMatchObject({ actual: `a redirect to the same origin without ${reset}, before the 200` });
    expect(verdictOf(laws.headersPresent, { redirects: 1 })).toBe("pass");
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
  const verdict = (value: string, more: ExchangeOverrides = {}) =>
    verdictOf(laws.limitIsDeclared, with_(limit, value, more));

  it("asks whether the limit is in X-RateLimit-Remaining", () => {
    const judge = (shown: string, left: string) =>
      laws.limitIsDeclared.judge(exchangeWith({ headers: { [limit]: shown, [remaining]: left } }), context);
    expect(judge("99", "100")).toMatchObject({
      actual: "99, and X-RateLimit-Remaining is the limit: are the two swapped?",
    });
    expect(judge("200", "100")).toMatchObject({ actual: "200" });
    expect(judge("99", "98")).toMatchObject({ actual: "99" });
  });

  it("compares with the declared limit, for API keys alone", () => {
    expect([verdict("100"), verdict("0100"), verdict("99"), verdict("1000")]).toEqual(["pass", "pass", "fail", "fail"]);
    expect(verdict("9223372036854775807")).toBe("fail");
    for (const kind of ["session", "none", "unknown", "malformed", "expired"] as const) {
      expect(verdict("60", { kind })).toBe("not-applicable");
    }
  });

  it("does not judge what a gateway with a limit of its own may answer", () => {
    for (const status of [400, 405, 413, 414, 415]) expect(verdict("30", { status })).toBe("not-applicable");
    expect(verdict("30", { status: 404, operation: undefined })).toBe("not-applicable");
    for (const status of [200, 403, 404]) expect(verdict("30", { status })).toBe("fail");
  });

  it("leaves what is not an integer to limitIsInteger", () => expect(verdict("many")).toBe("not-applicable"));
});

describe("remainingInRange", () => {
  const verdict = (left: string, of = "100") =>
    verdictOf(laws.remainingInRange, { headers: { [limit]: of, [remaining]: left } });

  it("lets it lie from 0 to the limit", () => {
    expect([verdict("0"), verdict("100"), verdict("59", "60")]).toEqual(["pass", "pass", "pass"]);
    expect([verdict("-1"), verdict("101"), verdict("61", "60")]).toEqual(["fail", "fail", "fail"]);
  });

  it.each(["18446744073709551615", "18446744073709551611", "4294967295"])(
    "says what %s is: below zero, unsigned",
    (left) => {
      const headers = { [limit]: "100", [remaining]: left };
      const judged = laws.remainingInRange.judge(exchangeWith({ headers }), context);
      expect(judged).toMatchObject({ actual: expect.stringContaining(`: ${left}, which is a negative number`) });
    },
  );

  it("leaves what is not an integer to the other laws", () => {
    expect([verdict("x"), verdict("5", "x"), verdict("1.5")]).toEqual([
      "not-applicable",
      "not-applicable",
      "not-applicable",
    ]);
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
