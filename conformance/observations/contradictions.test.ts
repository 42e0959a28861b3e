import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, samples } from "../model/exchange.test.support.ts";
import { asked, observed, reset, submitted, unknownProduct, updated } from "./observed.test.support.ts";

describe("a contradiction", () => {
  it.each<[string, string, readonly ExchangeOverrides[], RegExp]>([
    [
      "codes that waver",
      "endpoint.success-codes",
      [submitted(200), submitted(201), submitted(200)],
      /submitFeedback answered the same request with 200 \(exchange 0\), then 201 \(exchange 1\), then 200/,
    ],
    [
      "a body that comes and goes",
      "endpoint.update-body",
      [updated({}, { json: {} }), updated({}), updated({}, { json: {} })],
      /a body \(exchange 0\), then no body/,
    ],
    [
      "two rejections of one kind",
      "error.statuses",
      [unknownProduct(404), unknownProduct(400, { path: "/v1/products/prod_778" })],
      /getProduct answered the same request with 404 \(exchange 0\), then 400/,
    ],
    [
      "two answers to another organization's products",
      "error.statuses",
      ["prod_1", "prod_2"].map((id, at) =>
        unknownProduct(403 + at, { intent: "foreign-id", path: `/v1/products/${id}` }),
      ),
      /getProduct answered the same request with 403 \(exchange 0\), then 404/,
    ],
    ["a permission that wavers", "auth.roles", [{}, { status: 403 }, {}], /2xx.*403.*2xx/],
    ["another unit", "limit.reset-unit", [reset("1800000031"), reset("30")], /seconds since the epoch .*, and in/],
  ])("is observed: %s", (_, clause, described, text) => {
    expect(observed(clause, described).contradiction).toMatch(text);
  });

  it.each<[string, string, readonly ExchangeOverrides[]]>([
    [
      "what was sent before is answered otherwise",
      "endpoint.success-codes",
      [submitted(202), submitted(200), submitted(200)],
    ],
    [
      "202 is answered while it is queued",
      "endpoint.success-codes",
      [asked(200, "done"), asked(202, "queued"), asked(200, "done")],
    ],
    [
      "other bodies are answered otherwise",
      "endpoint.success-codes",
      [submitted(200), submitted(201, { requestBody: "{}" }), submitted(200)],
    ],
    [
      "a longer list is answered 206",
      "endpoint.success-codes",
      [{ json: { data: [] } }, { status: 206, json: { data: [{}] } }, { json: { data: [] } }],
    ],
    [
      "a lost answer, a 429 and a 5xx lie between",
      "endpoint.success-codes",
      [submitted(202), submitted(0), submitted(429), submitted(503), submitted(202)],
    ],
    ["a limiter rejects with 403", "auth.roles", [{}, { status: 403, headers: { "X-RateLimit-Remaining": "0" } }, {}]],
    ["a deployment moves it once", "auth.roles", [{}, { status: 403 }, { status: 403 }]],
    [
      "an identifier cannot be one",
      "error.statuses",
      [unknownProduct(404), unknownProduct(400, { path: "/v1/products/nonsense" })],
    ],
    ["another caller asks", "error.statuses", [unknownProduct(404), unknownProduct(403, { credential: "VIEWER" })]],
    [
      "a problem is asked for below another product",
      "error.statuses",
      ["prod_1", "prod_2"].map(
        (id, at) =>
          ({
            operation: "getProblem",
            intent: "foreign-id",
            status: 403 + at,
            path: `/v1/products/${id}/problems/prob_9`,
          }) as const,
      ),
    ],
    [
      "another organization's product is asked for by its slug, and then by its id",
      "error.statuses",
      [
        { json: { data: [{ ...samples.Product, slug: "scooter" }] }, credential: "KEY_B" },
        ...["scooter", "prod_1"].map(
          (id, at) =>
            ({
              operation: "getProduct",
              intent: "foreign-id",
              status: 404 - at,
              json: samples.Error,
              path: `/v1/products/${id}`,
            }) as const,
        ),
      ],
    ],
    [
      "a status lags",
      "error.statuses",
      [asked(404, "", { intent: "foreign-id" }), asked(403, "", { intent: "foreign-id" })],
    ],
    [
      "something else is wrong with a body",
      "error.statuses",
      ["7", '"x"'].map((name, at) =>
        submitted(at === 0 ? 400 : 422, { intent: "invalid", requestBody: `{"productId":${name}}` }),
      ),
    ],
    [
      "a gateway sends callers that are not served another unit",
      "limit.reset-unit",
      [reset("1800000031"), reset("30", { kind: "none", status: 401 })],
    ],
    ["nanoseconds look like a time", "limit.reset-unit", [reset("200000000"), reset("1800000031")]],
    ["nothing is to be waited for", "limit.reset-unit", [reset("1800000031"), reset("0")]],
  ])("is not found where %s", (_, clause, described) => {
    expect(observed(clause, described)).not.toHaveProperty("contradiction");
  });
});
