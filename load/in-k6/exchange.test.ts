import { describe, expect, it } from "vitest";
import { type K6Response, recordOf, type Sent } from "./exchange.ts";
import { exchangeReader } from "./exchange-reader.ts";

const tokens = { KEY_A: "fpk_key_of_a_1234", SESSION_A: "session_of_a_1234", KEY_B: "short" };

const sent: Sent = {
  index: 3,
  operation: "listProducts",
  sender: "KEY_A",
  request: { method: "GET", url: "http://127.0.0.1:1/api/v1/products", headers: [], body: "" },
  intent: "valid",
  sentAt: 10.5,
  receivedAt: 12,
};

const response = (of: Partial<K6Response> = {}): K6Response => ({
  status: 200,
  headers: { "X-Ratelimit-Limit": "100", "Content-Type": "application/json" },
  body: '{"data":[]}',
  error: "",
  error_code: 0,
  timings: { duration: 1.25 },
  ...of,
});

const read = exchangeReader(tokens);

describe("a response of k6 as an exchange", () => {
  it("is read as any other", () => {
    const exchange = read(sent, response());
    expect(exchange.header("X-RateLimit-Limit")).toBe("100");
    expect(exchange.header("content-type")).toBe("application/json");
    expect(exchange.header("x-ratelimit-reset")).toBeUndefined();
    expect(exchange.json()).toEqual({ data: [] });
    expect(read(sent, response({ body: "{" })).isJson()).toBe(false);
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
      durationMs: 1.25,
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

  it("names the organization and the kind of its credential", () => {
    expect(read({ ...sent, sender: "SESSION_A" }, response())).toMatchObject({ kind: "session", organization: "A" });
    expect(read({ ...sent, sender: "KEY_B" }, response())).toMatchObject({ kind: "api-key", organization: "B" });
    expect(read({ ...sent, sender: "EXPIRED_A" }, response())).toMatchObject({ kind: "expired", organization: "A" });
    const unknown = read({ ...sent, sender: "unknown" }, response());
    expect(unknown).toMatchObject({ kind: "unknown", credential: "unknown" });
    expect(unknown.organization).toBeUndefined();
  });

  it("holds no token: the name of its role replaces it", () => {
    const carrying = response({ body: `{"key":"${tokens.KEY_A}"}`, headers: { Link: `<${tokens.SESSION_A}>` } });
    const exchange = read(sent, carrying);
    expect(exchange.holdsKey).toBe(true);
    expect(exchange.json()).toEqual({ key: "$KEY_A" });
    expect(exchange.header("link")).toBe("<$SESSION_A>");
    expect(JSON.stringify(recordOf(exchange))).not.toContain("1234");
    expect(read(sent, response({ body: tokens.SESSION_A })).holdsKey).toBeUndefined();
    const quoted = exchangeReader({ KEY_A: 'a"quoted"key' });
    expect(quoted(sent, response({ headers: { Link: 'a"quoted"key' } })).header("link")).toBe("$KEY_A");
  });

  it("holds no token that resembles an issued one, and does not take it for a key that was returned", () => {
    const beginning = tokens.KEY_A.slice(0, -1);
    const reader = exchangeReader(tokens, [beginning]);
    const exchange = reader(
      { ...sent, sender: "unknown" },
      response({ status: 401, body: `{"error":"${beginning}?"}` }),
    );
    expect(exchange.json()).toEqual({ error: "$UNISSUED?" });
    expect(exchange.holdsKey).toBeUndefined();
    const longer = exchangeReader(tokens, [beginning, `${tokens.KEY_A}fpk0`]);
    const repeats = (text: string) =>
      longer({ ...sent, sender: "unknown" }, response({ status: 401, body: JSON.stringify({ error: text }) }));
    expect(repeats(`${tokens.KEY_A}fpk0?`).json()).toEqual({ error: "$UNISSUED?" });
    expect(repeats(`${tokens.KEY_A}fpk0?`).holdsKey).toBeUndefined();
    expect(repeats(`${tokens.KEY_A}?`)).toMatchObject({ holdsKey: true });
  });

  it.each([
    [1050, "timeout"],
    [1212, "unreachable"],
    [1000, "lost"],
  ])("says why none came: %i", (code, reason) => {
    const exchange = read(sent, response({ status: 0, body: null, headers: {}, error: "dial: x", error_code: code }));
    expect(exchange).toMatchObject({ status: 0, isSuccess: false, failure: "dial: x", reason });
    expect(exchange.response).toBeUndefined();
  });
});
