import { describe, expect, it } from "vitest";
import { exchangeReader, type K6Answer, recordOf, type Sent, shortened } from "./exchange.ts";

const tokens = { KEY_A: "fpk_key_of_a_1234", SESSION_A: "session_of_a_1234", KEY_B: "short" };

const sent: Sent = {
  index: 3,
  operation: "listProducts",
  label: "KEY_A",
  request: { method: "GET", url: "http://127.0.0.1:1/api/v1/products", headers: [], body: "" },
  sentAt: 10.5,
  receivedAt: 12,
};

const answer = (of: Partial<K6Answer> = {}): K6Answer => ({
  status: 200,
  headers: { "X-Ratelimit-Limit": "100", "Content-Type": "application/json" },
  body: '{"data":[]}',
  error: "",
  error_code: 0,
  ...of,
});

const read = exchangeReader(tokens);

describe("an answer of k6 as an exchange", () => {
  it("is read as any other", () => {
    const exchange = read(sent, answer());
    expect(exchange.header("X-RateLimit-Limit")).toBe("100");
    expect(exchange.header("content-type")).toBe("application/json");
    expect(exchange.header("x-ratelimit-reset")).toBeUndefined();
    expect(exchange.json()).toEqual({ data: [] });
    expect(read(sent, answer({ body: "{" })).isJson()).toBe(false);
    expect([exchange.status, exchange.isSuccess, exchange.kind, exchange.organization]).toEqual([
      200,
      true,
      "api-key",
      "A",
    ]);
    expect(recordOf(exchange)).toEqual({
      index: 3,
      operation: "listProducts",
      intent: "valid",
      request: sent.request,
      kind: "api-key",
      credential: "KEY_A",
      organization: "A",
      sentAt: 10.5,
      receivedAt: 12,
      response: {
        status: 200,
        headers: [
          ["X-Ratelimit-Limit", "100"],
          ["Content-Type", "application/json"],
        ],
        body: '{"data":[]}',
        isUtf8: true,
        isCut: false,
      },
    });
  });

  it("says whose credential it was", () => {
    expect(read({ ...sent, label: "SESSION_A" }, answer())).toMatchObject({ kind: "session", organization: "A" });
    expect(read({ ...sent, label: "KEY_B" }, answer())).toMatchObject({ kind: "api-key", organization: "B" });
  });

  it("holds no token: a label stands for it", () => {
    const carrying = answer({ body: `{"key":"${tokens.KEY_A}"}`, headers: { Link: `<${tokens.SESSION_A}>` } });
    const exchange = read(sent, carrying);
    expect(exchange.holdsKey).toBe(true);
    expect(exchange.json()).toEqual({ key: "$KEY_A" });
    expect(exchange.header("link")).toBe("<$SESSION_A>");
    expect(JSON.stringify(recordOf(exchange))).not.toContain("1234");
    expect(read(sent, answer({ body: tokens.SESSION_A })).holdsKey).toBeUndefined();
  });

  it.each([
    [1050, "timeout"],
    [1212, "unreachable"],
    [1000, "lost"],
  ])("tells why none came: %i", (code, reason) => {
    const exchange = read(sent, answer({ status: 0, body: null, headers: {}, error: "dial: x", error_code: code }));
    expect(exchange).toMatchObject({ status: 0, isSuccess: false, failure: "dial: x", reason });
    expect(exchange.response).toBeUndefined();
  });

  it("is written short where its body is long", () => {
    const body = "x".repeat(9000);
    const { response } = shortened(read(sent, answer({ body })));
    expect([response?.body.length, response?.isCut, response?.bodyBytes]).toEqual([8192, true, 9000]);
    expect(shortened(read(sent, answer())).response?.isCut).toBe(false);
  });
});
