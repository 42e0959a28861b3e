import { expect, it } from "vitest";
import { alwaysOwn } from "../../laws/always-own.ts";
import { type ExchangeOverrides, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { describe as sentenceOf } from "./describe.ts";
import type { Symptom } from "./failure.ts";
import { fieldKey } from "./field-problem.ts";

function failureWith(of: ExchangeOverrides, symptom: Symptom, sequenceLaw?: typeof alwaysOwn) {
  const shown = exchangeWith(of);
  const result = { id: "", clause: "", claim: "" } as Result;
  return { result, proof: [shown], withFindings: [shown], shown, law: undefined, sequenceLaw, symptom };
}

it("a query is not blamed where the same list without it shows another organization's items, too", () => {
  const path = "/v1/products?orgId=org_b";
  const operation = "GET /v1/products with a query";
  const withQuery = failureWith(
    { path, operation: undefined, intent: "foreign-id", status: 200 },
    { kind: "foreign-id", status: 200, operation },
  );
  const without = (plain: string) =>
    failureWith(
      { path: plain, operation: "listProducts" },
      { kind: "foreign-items", operation: "listProducts" },
      alwaysOwn,
    );
  expect(sentenceOf([withQuery, without("/v1/products")], new Set(), [])).toMatch(/^items are at times shown to two/);
  expect(sentenceOf([withQuery, without("/v1/me")], new Set(), [])).toContain("with a query answers 200; items");
});

it("a long body is left out, not cut", () => {
  const sentenceFor = (actual: string) => {
    const failure = failureWith({}, { kind: "other" });
    return sentenceOf([{ ...failure, result: { ...failure.result, claim: "A holds", actual } }], new Set(), []);
  };
  const body = `{"data":[{"name":"${"x".repeat(100)}"}]}`;
  expect(sentenceFor(`GET /v1/me: 200 with ${body}`)).toBe("this does not hold: A holds; actual: GET /v1/me: 200");
  expect(sentenceFor('GET /v1/me: 200 with {"id":1}')).toContain('; actual: GET /v1/me: 200 with {"id":1}');
  expect(sentenceFor(body)).toBe("this does not hold: A holds");
  const threshold = failureWith({}, { kind: "other" });
  const result = { ...threshold.result, section: "", claim: "95 of 100 come within 1 ms", actual: "p95 is 11 ms" };
  expect(sentenceOf([{ ...threshold, result }], new Set(), [])).toBe(
    "a threshold is crossed: 95 of 100 come within 1 ms; actual: p95 is 11 ms",
  );
  const reads = ["KEY_1", "KEY_2"].map((key) => `3 of 960 reads of ${key}`).join(", ");
  expect(sentenceFor(`429 as the very next response, with 53 remaining; ${reads}`)).toBe(
    "this does not hold: A holds; actual: 429 as the very next response, with 53 remaining",
  );
  const success = failureWith({ text: body, path: "/v1/me" }, { kind: "error-as-success", status: 200 });
  expect(sentenceOf([success], new Set(), [])).toBe("errors come with a 2xx: 200 to GET /v1/me");
});

it("the actual and the expected value say more than the rule, if both are short", () => {
  const sentenceFor = (expected: string) => {
    const failure = failureWith({}, { kind: "other" });
    const result = { ...failure.result, claim: "A holds", actual: "a bare array", expected };
    return sentenceOf([{ ...failure, result }], new Set(), []);
  };
  expect(sentenceFor("an object")).toBe("a bare array; expected an object");
  expect(sentenceFor("x".repeat(200))).toBe("this does not hold: A holds; actual: a bare array");
});

it("of long values that a field has, and should have, their kinds are named", () => {
  const long = "long; ".repeat(40);
  const sentenceFor = (shown: unknown, sent: unknown) => {
    const failure = failureWith({}, { kind: "other" });
    const actual = `GET /v1/me: /preferences is ${JSON.stringify(shown)}`;
    const expected = `/preferences to be ${JSON.stringify(sent)}, as it was sent`;
    return sentenceOf([{ ...failure, result: { ...failure.result, actual, expected } }], new Set(), []);
  };
  const expected = "; expected /preferences to be an object, as it was sent";
  expect(sentenceFor(JSON.stringify({ long }), { long })).toBe(`GET /v1/me: /preferences is a string${expected}`);
  expect(sentenceFor({ long: "" }, { long })).toBe(`GET /v1/me: /preferences is {"long":""}${expected}`);
  expect(sentenceFor({ long, more: 1 }, { long })).toBe(`GET /v1/me: /preferences is another object${expected}`);
});

const session = { kind: "session", credential: "SESSION_A", operation: "listOrganizations" } as const;

it("a 5xx to sessions alone is said to be theirs", () => {
  const failure = failureWith(
    { ...session, status: 500 },
    { kind: "status", status: 500, operation: "listOrganizations" },
  );
  const served = (by: ExchangeOverrides) => exchangeWith({ operation: "listOrganizations", status: 200, ...by });
  expect(sentenceOf([failure], new Set(), [served({})])).toBe("500 is answered to listOrganizations with SESSION_A");
  expect(sentenceOf([failure], new Set(), [served({}), served(session)])).toBe("500 is answered to listOrganizations");
  expect(sentenceOf([failure], new Set(), [])).toBe("500 is answered to listOrganizations");
});

it("a session that is declared as denied, and answered 401, is not asked about the lookup of its token", () => {
  const failure = failureWith(
    { ...session, status: 401 },
    { kind: "status", status: 401, operation: "listOrganizations" },
  );
  const served = exchangeWith({ operation: "listOrganizations", status: 200 });
  const sentenceFor = (id: string) =>
    sentenceOf([{ ...failure, result: { ...failure.result, id } }], new Set(), [served]);
  expect(sentenceFor("auth.denied-caller")).not.toContain("looked up");
  expect(sentenceFor("answers.listOrganizations")).toContain("are only API keys looked up there?");
});

it("a status that is not found asks whether another organization's submission has the same feedbackId", () => {
  const status = {
    operation: "getFeedbackStatus",
    path: "/v1/feedback/fb_1/status",
    status: 404,
    organization: "org_a",
  };
  const missing = failureWith(
    { ...status, operation: "getFeedbackStatus" },
    {
      kind: "status",
      status: 404,
      operation: "getFeedbackStatus",
    },
  );
  const accepted = (organization: string) =>
    exchangeWith({ operation: "submitFeedback", status: 202, organization, json: { feedbackId: "fb_1" } });
  const question = "does one overwrite the other?";
  expect(sentenceOf([missing], new Set(), [accepted("org_b")])).toContain(question);
  expect(sentenceOf([missing], new Set(), [accepted("org_a")])).not.toContain(question);
});

it("says which of the wrong errors lack the rate limit headers, if not all do", () => {
  const failure = failureWith({ status: 400, json: { detail: "no" } }, { kind: "error-body" });
  const ofHeaders = failureWith({ status: 500 }, { kind: "error-body" });
  const withoutHeaders = { ...ofHeaders, result: { ...ofHeaders.result, id: "limit.headers-present" } };
  expect(sentenceOf([failure, withoutHeaders], new Set(), [])).toBe(
    "error responses do not have the body of section 2.14; those with 500 lack the rate limit headers, too: does the framework's handler for exceptions answer them?",
  );
});

it("a status that a load run was answered many times is counted, for each operation", () => {
  const failure = failureWith({ status: 503 }, { kind: "status", status: 503, operation: "getMe" });
  const sent = ["getMe", "listProducts", "listProducts"] as const;
  const exchanges = [exchangeWith({}), ...sent.map((operation) => exchangeWith({ operation, status: 503 }))];
  const answered = { ...failure, result: { ...failure.result, id: "load.answered" } };
  expect(sentenceOf([answered], new Set(), exchanges)).toBe(
    "503 is answered to 3 of 4 requests (listProducts 2, getMe 1)",
  );
});

it("a status that is not found after another organization asked for it may have been dropped, too; a product is not", () => {
  const sentenceFor = (operation: "getFeedbackStatus" | "getProduct") => {
    const read = (index: number, organization: string, status: number) =>
      exchangeWith({ index, operation, path: "/v1/of/1", organization, status });
    const exchanges = [read(0, "org_1", 200), read(1, "org_2", 404), read(2, "org_1", 404)];
    const failure = failureWith({}, { kind: "status", status: 404, operation });
    return sentenceOf([{ ...failure, shown: exchanges[2] }], new Set(), exchanges);
  };
  expect(sentenceFor("getProduct")).toMatch(/for the same path: does a cache leave out who asks\?$/);
  expect(sentenceFor("getFeedbackStatus")).toMatch(/who asks, or are accepted submissions dropped, such as when .*\?$/);
});

it("of a list of members that was not read before the update it is only said what the profile, or the answer to the update, showed", () => {
  const updated = { index: 1, operation: "updateMe", requestBody: '{"lastName":"Byron"}' } as const;
  const update = exchangeWith(updated);
  const list = (index: number) => exchangeWith({ index, operation: "listMembers" });
  const sentenceFor = (...exchanges: readonly ReturnType<typeof list>[]) => {
    const problem = { resource: "Member", field: "firstName", wrong: "is null" };
    const failure = failureWith({ index: 2, operation: "listMembers" }, { kind: "fields", problems: [problem] });
    const found = { ...failure, result: { ...failure.result, after: 1 } };
    return sentenceOf([found], new Set([fieldKey(problem)]), exchanges);
  };
  expect(sentenceFor(update, list(2))).toBe(
    "firstName is null in Member; GET /v1/me showed a string before PUT /v1/me with lastName (exchange 1): is what an update leaves out cleared?",
  );
  const answeredNull = exchangeWith({ ...updated, json: { id: "usr_1", firstName: null } });
  expect(sentenceFor(answeredNull, list(2))).toBe(
    "firstName is null in Member; PUT /v1/me with lastName (exchange 1) is answered with null, too: is what an update leaves out cleared?",
  );
  expect(sentenceFor(list(0), update, list(2))).toBe(
    "firstName is null in Member, since PUT /v1/me with lastName (exchange 1)",
  );
});

it("a body that is not JSON since a write names the write", () => {
  const write = exchangeWith({ index: 1, operation: "updateMe", requestBody: '{"preferences":{"a":1e999}}' });
  const text = '{"preferences":{"a":Infinity}}';
  const failure = failureWith({ index: 2, path: "/v1/me", operation: "getMe", text }, { kind: "not-json" });
  const found = { ...failure, result: { ...failure.result, after: 1 } };
  expect(sentenceOf([found], new Set(), [write, found.shown])).toMatch(
    /^a success of getMe .*, since PUT \/v1\/me with preferences \(exchange 1\)$/,
  );
});

it("a status that is 404 at first, and there at the end, is asked whether it waits for the queue, but not where others are there at first", () => {
  const read = { operation: "getFeedbackStatus", path: "/v1/feedback/fb_1/status" } as const;
  const later = exchangeWith({ ...read, index: 9, status: 200 });
  const failure = failureWith({ ...read, index: 5, status: 404 }, { kind: "answered-otherwise", later });
  const sentenceAfter = (early: ExchangeOverrides) => sentenceOf([failure], new Set(), [exchangeWith(early)]);
  expect(sentenceAfter({ ...read, index: 3, status: 404 })).toMatch(
    /^GET \/v1\/feedback\/fb_1\/status is answered 404 soon .* \(exchange 9\): is a status there only once the submission is processed\?$/,
  );
  expect(sentenceAfter({ ...read, index: 3, status: 200 })).toMatch(/^answers depend on the connection/);
});

it("a long value that is another one of its kind than the expected text ends with is said to be another one", () => {
  const failure = failureWith({}, { kind: "other" });
  const result = {
    ...failure.result,
    actual: `GET /v1/me: its id is "${"2".repeat(80)}"`,
    expected: 'the status of "fb_1"',
  };
  expect(sentenceOf([{ ...failure, result }], new Set(), [])).toContain("its id is another string; expected");
});

it("a token that differs little from an issued one is told from requests without any", () => {
  const sentenceFor = (credential: string) => {
    const of = { kind: "unknown", credential, operation: "getMe" } as const;
    return sentenceOf([failureWith(of, { kind: "credentials", status: 200, operation: "getMe" })], new Set(), []);
  };
  expect(sentenceFor(`\${KEY_A:0:20}fpk0`)).toBe(
    "200 is answered to a token that differs little from an issued one by getMe",
  );
  expect(sentenceFor("unknown")).toBe("200 is answered to requests without valid credentials by getMe");
});
