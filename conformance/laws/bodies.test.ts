/** The laws of `errors.ts`, `json-bodies.ts` and `key-never-returned.ts`: what a body is, and what must not be in it. */
import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { rateLimitHeaders } from "../model/rate-limit-headers.ts";
import { errorDeclaredShape, errorIsObject, errorIssueShape, errorNamesError, errorNever5xx } from "./errors.ts";
import { bodyHasJsonType, bodyIsJson } from "./json-bodies.ts";
import { context, verdictOf } from "./judged.test.support.ts";
import { keyNeverReturned } from "./key-never-returned.ts";

const good: ExchangeOverrides = { json: { data: [samples.Product] } };
const bad = (json: unknown): ExchangeOverrides => ({ status: 400, intent: "invalid", json });

describe("bodyIsJson", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(bodyIsJson, overrides);

  it("holds for a success that is JSON, whatever JSON", () => {
    expect(verdict(good)).toBe("pass");
    expect(verdict({ text: " null " })).toBe("pass");
    expect(verdict({ operation: "updateMe", text: "7" })).toBe("pass");
  });

  it("fails for what is not JSON, or not UTF-8", () => {
    expect(verdict({ text: "<html>" })).toBe("fail");
    expect(verdict({ text: "{}{}" })).toBe("fail");
    expect(verdict({ ...good, isUtf8: false })).toBe("fail");
    expect(verdict({ operation: "updateMe", text: "done" })).toBe("fail");
  });

  it("lets a body be empty only where the document shows none", () => {
    expect(verdict({ status: 204 })).toBe("fail");
    expect(verdict({ operation: "submitFeedback", status: 202 })).toBe("fail");
    expect(verdict({ operation: "updateMe", status: 204 })).toBe("not-applicable");
    expect(verdict({ operation: "inviteMember", status: 200 })).toBe("not-applicable");
  });

  it("says nothing of errors, redirects, lost answers and what is outside the API", () => {
    for (const overrides of [{ status: 404 }, { status: 302 }, { status: 0 }, { operation: undefined, text: "x" }]) {
      expect(verdict(overrides)).toBe("not-applicable");
    }
  });

  it("says what was received", () => {
    const actual = (overrides: ExchangeOverrides) => bodyIsJson.judge(exchangeWith(overrides), context);
    expect(actual({ text: "<html>" })).toMatchObject({ actual: '200 with the text "<html>"' });
    const cut = `{"data":[${'{"id":"a"},'.repeat(30)}`;
    expect(actual({ text: cut })).toMatchObject({
      actual: `200 with the text ${JSON.stringify(cut.slice(0, 90))} … ${JSON.stringify(cut.slice(-30))}, the end of which is missing`,
    });
    expect(actual({ status: 204 })).toMatchObject({ actual: "204 with an empty body" });
    expect(actual({ text: "x", isUtf8: false })).toMatchObject({ actual: "200 with bytes that are not UTF-8" });
    const coded = { "Content-Encoding": "gzip" };
    expect(actual({ text: "{}", isUtf8: false, headers: coded })).toMatchObject({
      actual: "200 with a body that is not encoded as its Content-Encoding says: gzip",
    });
    expect(actual({ text: "\uFFFD", isUtf8: false, headers: coded })).toMatchObject({
      actual: "200 with bytes that are not UTF-8",
    });
  });
});

describe("a body that was cut at our own bound", () => {
  it.each([
    [bodyIsJson, { status: 200 }],
    [bodyHasJsonType, { status: 200, headers: { "Content-Type": "text/plain" } }],
    [errorIsObject, { status: 404 }],
    [errorNamesError, { status: 404 }],
    [errorIssueShape, { status: 404 }],
    [errorDeclaredShape, { operation: "listFeatures", status: 401 }],
  ] as const)("is not judged: %#", (law, overrides) => {
    for (const text of ['{"data":[', "7", "[]", '{"issues":7}']) {
      expect(verdictOf(law, { ...overrides, text, isCut: true })).toBe("not-applicable");
    }
  });
});

describe("bodyHasJsonType", () => {
  const labelled = (type: string | undefined) =>
    verdictOf(bodyHasJsonType, { ...good, headers: { "Content-Type": type } });

  it.each(["application/json", "Application/JSON; charset=utf-8", "application/problem+json", "application/json ;x=1"])(
    "holds for %s",
    (type) => expect(labelled(type)).toBe("pass"),
  );

  it.each([undefined, "text/plain", "text/json", "application/jsonp", "application/octet-stream", "application/+json"])(
    "fails for %s",
    (type) => expect(labelled(type)).toBe("fail"),
  );

  it("judges errors too, and says nothing of what is not JSON", () => {
    const html = { "Content-Type": "text/html" };
    expect(verdictOf(bodyHasJsonType, { ...bad({ error: "x" }), headers: html })).toBe("fail");
    expect(verdictOf(bodyHasJsonType, { text: "<p>", headers: html })).toBe("not-applicable");
    expect(verdictOf(bodyHasJsonType, { status: 204, headers: html })).toBe("not-applicable");
  });
});

describe("errorIsObject", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(errorIsObject, overrides);

  it("holds for an object, from 400 to 599", () => {
    for (const status of [400, 401, 429, 500, 599]) expect(verdict({ status, json: {} })).toBe("pass");
  });

  it("fails for everything else", () => {
    for (const text of ["", "Not found", "[]", '"x"', "null", "7"]) expect(verdict({ status: 404, text })).toBe("fail");
    expect(verdict({ status: 404, json: {}, isUtf8: false })).toBe("fail");
  });

  it("says nothing of paths that the HTTP server refuses itself, which closes the connection", () => {
    const noHeaders = Object.fromEntries(rateLimitHeaders.map((name) => [name, undefined]));
    const refused = (path: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      verdict({
        status: 400,
        text: "Bad Request",
        path: `/v1/products/${path}`,
        headers: { ...noHeaders, Connection: "close", ...more },
      });
    for (const path of ["a%2Fb", "a%5cb", "%00", "%1F", "%25", "%zz"]) expect(refused(path)).toBe("not-applicable");
    expect(refused("a%20b?c=%2F")).toBe("fail");
    expect(refused("a%2Fb", { Connection: "keep-alive" })).toBe("fail");
    expect(refused("a%2Fb", { "X-RateLimit-Limit": "100" })).toBe("fail");
  });

  it("says nothing of successes, redirects, lost answers and what is outside the API", () => {
    for (const status of [200, 302, 0]) expect(verdict({ status, text: "x" })).toBe("not-applicable");
    expect(verdict({ operation: undefined, status: 404, text: "x" })).toBe("not-applicable");
  });
});

describe("errorNamesError and errorIssueShape", () => {
  const names = (json: unknown) => verdictOf(errorNamesError, bad(json));
  const issues = (json: unknown) => verdictOf(errorIssueShape, bad(json));

  it("hold for a whole error body", () => {
    expect([names(samples.Error), issues(samples.Error)]).toEqual(["pass", "pass"]);
    expect([names({ error: "" }), issues({ error: "" })]).toEqual(["pass", "not-applicable"]);
    expect(issues({ error: "x", issues: [] })).toBe("pass");
  });

  it("fail each for its own part", () => {
    expect([names({}), names({ error: 7 }), names({ error: null })]).toEqual(["fail", "fail", "fail"]);
    const wrong = [
      null,
      {},
      [7],
      [{}],
      [{ code: "c" }],
      [{ code: 1, message: "m" }],
      [{ code: "c", message: "m", path: "p" }],
    ];
    for (const list of wrong)
      expect([names({ error: "x", issues: list }), issues({ error: "x", issues: list })]).toEqual(["pass", "fail"]);
    expect(issues({ issues: [{ code: "c", message: "m" }] })).toBe("pass");
  });

  it("say nothing of successes, and leave what is not an object to errorIsObject", () => {
    for (const law of [errorNamesError, errorIssueShape]) {
      expect(verdictOf(law, { json: { issues: 7 } })).toBe("not-applicable");
      expect(verdictOf(law, bad([]))).toBe("not-applicable");
      expect(verdictOf(law, { status: 502, text: "<p>" })).toBe("not-applicable");
    }
  });
});

describe("errorDeclaredShape", () => {
  const verdict = (overrides: ExchangeOverrides) =>
    verdictOf(errorDeclaredShape, { operation: "listFeatures", ...overrides });

  it("judges the 401 and 403 of the feature list, whole", () => {
    for (const status of [401, 403]) {
      expect(verdict({ status, json: samples.Error })).toBe("pass");
      expect(verdict({ status, json: {} })).toBe("fail");
      expect(verdict({ status, json: { error: "x", issues: [{}] } })).toBe("fail");
      expect(verdict({ status, text: "no" })).toBe("fail");
    }
  });

  it("says nothing of other statuses and endpoints", () => {
    expect(verdict({ status: 404, json: {} })).toBe("not-applicable");
    expect(verdict({ operation: "listProducts", status: 401, json: {} })).toBe("not-applicable");
  });
});

describe("errorNever5xx", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(errorNever5xx, overrides);

  it("fails for a 5xx to bad input, an unknown id, or a caller without valid credentials", () => {
    for (const intent of ["invalid", "unknown-id", "foreign-id"] as const) {
      expect(verdict({ intent, status: 500 })).toBe("fail");
      expect(verdict({ intent, status: 503 })).toBe("fail");
      expect(verdict({ intent, status: 404 })).toBe("pass");
      expect(verdict({ intent, status: 200, json: {} })).toBe("pass");
    }
    for (const kind of ["none", "unknown", "malformed", "expired"] as const) {
      expect(verdict({ kind, status: 500 })).toBe("fail");
      expect(verdict({ kind, status: 401 })).toBe("pass");
    }
  });

  it("shows a short body", () => {
    const sent = { operation: "submitFeedback", intent: "invalid", status: 500 } as const;
    const expected = (requestBody: string) => {
      const judged = errorNever5xx.judge(exchangeWith({ ...sent, requestBody }), context);
      return judged.verdict === "fail" && judged.expected;
    };
    expect(expected("null")).toBe("a 4xx for the body null (submitFeedback)");
    const invitation = '{"email":["fpk75wexmwwbwpjkx4@example.com"]}';
    expect(expected(invitation)).toBe(`a 4xx for the body ${invitation} (submitFeedback)`);
    expect(expected(`"${"a".repeat(80)}"`)).toBe(`a 4xx for the body "${"a".repeat(79)}… (submitFeedback)`);
  });

  it("says nothing of valid requests and lost answers", () => {
    expect(verdict({ status: 500 })).toBe("not-applicable");
    expect(verdict({ kind: "session", status: 500 })).toBe("not-applicable");
    expect(verdict({ intent: "invalid", status: 0 })).toBe("not-applicable");
  });
});

describe("keyNeverReturned", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(keyNeverReturned, overrides);

  it("fails where the response held a key, on any status", () => {
    for (const status of [200, 401]) expect(verdict({ status, json: { key: "$KEY_A" }, holdsKey: true })).toBe("fail");
  });

  it("fails in the answer to a body without one", () => {
    expect(verdict({ operation: "submitFeedback", requestBody: "{}", holdsKey: true })).toBe("fail");
  });

  it("fails in the answer to a request that the document does not declare", () => {
    expect(verdict({ operation: undefined, status: 405, json: { request: "$KEY_A" }, holdsKey: true })).toBe("fail");
  });

  it("holds where there is none", () => {
    expect(verdict(good)).toBe("pass");
  });

  it("says nothing of what a request may have carried there, and of lost answers", () => {
    const requestBody = '{"notes":"$KEY_A"}';
    expect(verdict({ operation: "submitFeedback", requestBody, holdsKey: true })).toBe("not-applicable");
    expect(verdict({ operation: "getProduct", path: "/v1/products/$KEY_A", holdsKey: true })).toBe("not-applicable");
    expect(verdict({ status: 401, kind: "unknown", json: { error: "$KEY_Ax" }, holdsKey: true })).toBe(
      "not-applicable",
    );
    expect(verdict({ status: 0 })).toBe("not-applicable");
  });
});
