import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, samples } from "../model/exchange.test.support.ts";
import { shownPrefixOf } from "./callers.ts";
import { targetProperties } from "./index.ts";
import { asked, missing, observed, reset, submitted, unknownProduct, updated } from "./observed.test.support.ts";

const left = (remaining: number): ExchangeOverrides => ({ headers: { "X-RateLimit-Remaining": String(remaining) } });

describe("a choice", () => {
  it.each<[string, string, readonly ExchangeOverrides[], readonly string[]]>([
    [
      "values",
      "member.role",
      [{ operation: "listMembers", json: [{ role: "owner" }, { role: "on leave" }, { role: 7 }] }],
      ["owner", '"on leave"'],
    ],
    [
      "shapes without values",
      "installation.config",
      [{ operation: "getInstallation", json: { config: { token: "s3cret", tags: [1], at: { hour: 7 } } } }],
      ["{ token: string, tags: array of number, at: { hour: number } }"],
    ],
    [
      "no name that may be a value",
      "installation.config",
      [{ operation: "getInstallation", json: { config: { "https://x.example/?s3cret": true } } }],
      ["{ (no name): boolean }"],
    ],
    [
      "success codes by operation",
      "endpoint.success-codes",
      [{}, submitted(202), { operation: "getMe" }],
      ["200 listProducts, getMe", "202 submitFeedback"],
    ],
    [
      "no code of who is not served",
      "endpoint.success-codes",
      [{ kind: "none" }, { kind: "expired" }, { status: 429 }, { status: 0 }],
      [],
    ],
    [
      "error codes",
      "endpoint.error-codes",
      [unknownProduct(404), submitted(422), { status: 403 }, { status: 429 }, { status: 500 }, { status: 401 }],
      ["404 getProduct", "422 submitFeedback"],
    ],
    [
      "statuses by kind of bad input",
      "error.statuses",
      [
        unknownProduct(404),
        submitted(400, { intent: "invalid", requestBody: "{" }),
        submitted(422, { intent: "invalid" }),
      ],
      [
        "an unknown identifier: 404 getProduct",
        "a body that is not JSON: 400 submitFeedback",
        "a wrong value: 422 submitFeedback",
      ],
    ],
    [
      "which wrong values are accepted, without the marks of the run",
      "error.statuses",
      ["fpk-7-tp72ic-1", "fpk-7-tp72ic-2"].map((mark) =>
        updated({ firstName: null, lastName: mark }, { status: 204, intent: "invalid" }),
      ),
      ["a wrong value: 204 updateMe", 'accepted by updateMe: {"firstName":null,"lastName":"fpk…"}'],
    ],
    [
      "fields that are required",
      "endpoint.update-required",
      [
        updated({ firstName: "A" }, { status: 422, json: missing("body", "preferences") }),
        updated({ preferences: {} }),
      ],
      ["required: preferences", "not required: firstName, lastName, avatarBase64, avatarType"],
    ],
    [
      "fields that every accepted request had, besides those that are named as missing",
      "endpoint.update-required",
      [
        updated({ firstName: "A" }, { status: 422, json: missing("preferences") }),
        updated({ preferences: {}, lastName: "B" }),
      ],
      [
        "required: preferences",
        "not required: firstName, avatarBase64, avatarType",
        "always sent, so not known: lastName",
      ],
    ],
    [
      "a rejection that does not say why",
      "endpoint.update-required",
      [updated({ firstName: "A", lastName: "B" }, { status: 422, json: { error: "no" } })],
      ["without avatarBase64, avatarType, preferences: 422"],
    ],
    [
      "a field that may not be empty",
      "submission.minimum-length",
      [submitted(400, { requestBody: '{"notes":"","content":{"body":""}}', json: missing("content", "body") })],
      ["content.body may not be empty"],
    ],
    [
      "issue codes",
      "error.issue-codes",
      [submitted(400, { json: missing("notes") }), { kind: "none", status: 401, json: missing("x") }],
      ["required"],
    ],
    [
      "a field of manual or api",
      "submission.source",
      [submitted(202, { json: { ...samples.FeedbackAcceptance, source: "api" } })],
      ["the answer's source: api"],
    ],
    [
      "a body",
      "endpoint.invite-body",
      [
        { operation: "inviteMember", text: "" },
        { operation: "inviteMember", json: { id: "s3cret" } },
      ],
      ["none", "an object with id"],
    ],
    [
      "statuses of feedback that followed each other",
      "state.feedback-transitions",
      [submitted(202), asked(200, "queued"), asked(200, "processed")],
      ["queued → processed"],
    ],
    [
      "not of an acceptance that is repeated",
      "state.feedback-transitions",
      [submitted(202), asked(200, "processed"), submitted(202)],
      ["queued → processed"],
    ],
    [
      "not of answers that overlapped",
      "state.feedback-transitions",
      [asked(200, "queued", { receivedAt: 9e12 }), asked(200, "processed", { receivedAt: 9e12 + 1 })],
      ["none during the run, of 1 submissions read more than once"],
    ],
    [
      "content that stays as it is",
      "state.content-transitions",
      [
        { operation: "listProblems", json: { data: [samples.Problem] } },
        { operation: "getProblem", json: samples.Problem },
      ],
      ["none during the run, of 1 features and problems read more than once"],
    ],
    [
      "who may not",
      "auth.roles",
      [{ operation: "listFeatures", status: 403, credential: "VIEWER" }, {}, { status: 403 }],
      ["VIEWER may not listFeatures"],
    ],
    ["seconds", "limit.reset-unit", [reset("1800000031"), reset("0")], ["seconds since the epoch"]],
    ["milliseconds", "limit.reset-unit", [reset("1.80000003e12")], ["milliseconds since the epoch"]],
    ["a time that is left", "limit.reset-unit", [reset("59"), reset("12.5")], ["seconds until the reset"]],
    [
      "a time that is left, in milliseconds",
      "limit.reset-unit",
      [reset("59000"), reset("12")],
      ["milliseconds until the reset"],
    ],
    [
      "an announcement",
      "version.policy",
      [{ headers: { Sunset: "Sat, 01 Jan 2028" } }],
      ['listProducts: Sunset "Sat, 01 Jan 2028"'],
    ],
  ])("is observed: %s", (_, clause, described, choices) => {
    expect(observed(clause, described).choices).toEqual(choices);
  });

  it("is which errors count against the limit, but not where the limiter may have given back as many", () => {
    const of404 = { status: 404 };
    const of400 = { status: 400 };
    const of403 = { status: 403 };
    const falling = [left(20), of404, left(18), of403, left(17), of403, left(16), of404, of400, left(10)];
    const described = [...falling, of400, of400, left(9), of400, left(8), of400, left(7)];
    const windowOf = (windowSeconds: number) =>
      observed("limit.counted-errors", described, [], { rateLimit: { limit: 100, windowSeconds } }).choices;
    expect(windowOf(3600)).toEqual(["404 counted", "400 not counted"]);
    expect(windowOf(60)).toEqual([]);
  });

  it.each([
    [[2, 1, 0], ["X-RateLimit-Remaining counts the request that it answers"]],
    [[100, 99], ["X-RateLimit-Remaining does not count the request that it answers: 100 with the first one"]],
    [[50, 49], []],
  ])("is whether what remains counts the request that it answers: %j", (remaining, choices) => {
    const rateLimit = { limit: 100, windowSeconds: 60 };
    expect(observed("limit.counted-errors", remaining.map(left), [], { rateLimit }).choices).toEqual(choices);
  });

  it("is the prefix of each key, and nothing of what follows", () => {
    const tokens = ["acme_key_0123456789", "other_key_s3cret99", "no-prefix-at-all", "whole_key_"];
    expect(tokens.map(shownPrefixOf)).toEqual(["acme_key_", "other_key_", undefined, undefined]);
    const credentials = tokens.map((token) => ({
      label: token,
      token,
      kind: "session" as const,
      expired: false,
      denied: [],
    }));
    expect(targetProperties({ credentials, rateLimit: null }).keyPrefixes).toEqual([]);
    expect(observed("auth.key-prefix", [], [], { keyPrefixes: [] }).unobserved).toBe("the target file has no API key");
  });

  it("of many operations is folded", () => {
    const reads = ["listProducts", "getProduct", "listFeatures", "listProblems", "getMe"] as const;
    const described = [...reads.map((operation) => ({ operation })), submitted(202)];
    expect(observed("endpoint.success-codes", described).choice).toBe("200; 202 submitFeedback");
    const errors = [...reads.map((operation) => ({ operation, status: 404 })), submitted(400)];
    expect(observed("endpoint.error-codes", errors).choice).toBe("404 (5 operations); 400 submitFeedback");
  });
});
