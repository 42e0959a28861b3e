import { describe, expect, it } from "vitest";
import { truncatedJson } from "../../spec/body.ts";
import { similarTokens } from "../generate/similar-tokens.ts";
import { quoted } from "../model/body.ts";
import type { ExchangeResponse } from "../model/exchange.ts";
import { heldIn } from "../verbs/planted.test.support.ts";
import { answered, clientWith, credential, read, token } from "./client.test.support.ts";
import { createRecorder } from "./recorder.ts";

const request = { method: "GET", url: "https://dev.example.com/api/v1/products", headers: [], body: "" };
const response = (body: string, headers: ExchangeResponse["headers"] = []): ExchangeResponse => ({
  status: 200,
  headers,
  body,
  isUtf8: true,
  isCut: false,
});
const session = { ...credential, label: "SESS", token: "session-of-somebody", kind: "session" } as const;

describe("createRecorder", () => {
  const recorded = createRecorder([credential, session]);

  it("leaves nothing of a token that stands where a message is cut", () => {
    for (let at = 50; at < 125; at += 1) {
      const kept = recorded(request, response("x".repeat(at) + token));
      const body = kept.response?.body ?? "";
      for (const text of [quoted(body), truncatedJson(body)]) expect(text).not.toContain(token.slice(0, 8));
    }
  });

  it("shows that an API key was there, in the body or a header field; a session token is replaced as well", () => {
    expect(recorded(request, response(`"${token}"`))).toMatchObject({
      holdsKey: true,
      response: { body: '"$KEY_A"' },
    });
    expect(recorded(request, response("{}", [["X-Echo", `Bearer ${token}`]]))).toMatchObject({
      holdsKey: true,
      response: { headers: [["X-Echo", "Bearer $KEY_A"]] },
    });
    const other = recorded(request, response(`"${session.token}"`));
    expect(other).toMatchObject({ response: { body: '"$SESS"' } });
    expect(other).not.toHaveProperty("holdsKey");
  });

  it("keeps no value of a cookie or of another credential that the target sets; an API key in it is noticed", () => {
    const set = (value: string) =>
      recorded(
        request,
        response("{}", [
          ["Set-Cookie", value],
          ["X-CSRF-Token", value],
        ]),
      );
    const redacted: ExchangeResponse["headers"] = [
      ["Set-Cookie", "[redacted]"],
      ["X-CSRF-Token", "[redacted]"],
    ];
    expect(set("sid=0123456789abcdef; HttpOnly")).toEqual({ request, response: response("{}", redacted) });
    expect(set(`key=${token}`)).toMatchObject({ holdsKey: true, response: { headers: redacted } });
  });

  it("leaves nothing of a token that was changed, cut or extended, and names it as a shell does", () => {
    const key = "acme_key_0123456789abcdefghijklmnop";
    const record = createRecorder([{ ...credential, label: "KEY_A", token: key }]);
    const body = similarTokens(key)
      .flatMap(([similar]) => [similar, encodeURIComponent(similar), Buffer.from(similar).toString("base64")])
      .join(" ");
    const kept = record(request, response(body)).response?.body ?? "";
    expect(heldIn(kept, [key])).toEqual([]);
    expect(kept).toMatch(/\$\{KEY_A:0:34\}/);
  });

  it("keeps bytes that are a token out of JSON, which stays JSON", () => {
    const body = JSON.stringify({ small: [1, 2, 3], token: Buffer.from(token) });
    const kept = recorded(request, response(body)).response?.body ?? "";
    expect(JSON.parse(kept)).toEqual({ small: [1, 2, 3], token: { type: "Buffer", data: ["$KEY_A"] } });
  });

  it("tells of each secret that a response issues, and replaces before the laws judge only those that are nothing else", () => {
    const found: string[] = [];
    const record = createRecorder([], (secrets) => found.push(...secrets.map(({ token }) => token)));
    const issuing = (count: number) =>
      record(
        request,
        response(`["first-session-0123456789", "shortone", "opened-0123456789abcdef"]`, [
          ["Set-Cookie", count === 0 ? "sid=first-session-0123456789" : `sid=next-session-of-many-${count}`],
          ["X-Session-Id", "shortone"],
          ["Authorization", "Bearer opened-0123456789abcdef"],
        ]),
      ).response;
    issuing(0);
    for (let count = 1; count < 100; count += 1) issuing(count);
    expect(issuing(1)).toMatchObject({
      body: '["$COOKIE_1", "shortone", "$TOKEN_3"]',
      headers: [
        ["Set-Cookie", "[redacted]"],
        ["X-Session-Id", "[redacted]"],
        ["Authorization", "[redacted]"],
      ],
    });
    expect(found.slice(0, 3)).toEqual(["first-session-0123456789", "shortone", "opened-0123456789abcdef"]);
    expect(found).toHaveLength(102);
  });

  it("replaces it in the request that is kept, too", () => {
    expect(recorded({ ...request, url: `${request.url}/${token}`, body: token }, undefined)).toEqual({
      request: { ...request, url: `${request.url}/$KEY_A`, body: "$KEY_A" },
    });
  });

  it("keeps JSON what it is, also where a token looks like a number", () => {
    const numeric = createRecorder([{ ...credential, token: "1234567890" }]);
    const body = '{"count":1234567890,"small":7,"1234567890":{"text":["of 1234567890"]}}';
    const kept = numeric(request, response(body));
    expect(JSON.parse(kept.response?.body ?? "")).toEqual({ count: 0, small: 7, $KEY_A: { text: ["of $KEY_A"] } });
  });

  it("keeps no digits of a token that is a longer number than JSON's can be", () => {
    const digits = "12345678901234567890";
    const kept = createRecorder([{ ...credential, token: digits }])(request, response(`[${digits}]`));
    expect(kept.response?.body).toBe("[0]");
  });

  it("replaces it in the name of a header field", () => {
    const kept = recorded(request, response("{}", [[`X-${token}`, "1"]]));
    expect(kept.response?.headers).toEqual([["X-$KEY_A", "[redacted]"]]);
  });

  it("keeps what holds none as it came", () => {
    const plain = response('{ "data": [ ] }', [["A", "b"]]);
    expect(recorded(request, plain)).toEqual({ request, response: plain });
  });
});

it("is what the client keeps: the token goes out, and does not come back", async () => {
  const { client, sent } = clientWith(() => answered(200, {}, JSON.stringify({ apiKey: token })));
  const exchange = await client.send(read());
  expect(sent[0]?.headers).toContainEqual(["authorization", `Bearer ${token}`]);
  expect(exchange.holdsKey).toBe(true);
  expect(JSON.stringify(client.exchanges)).not.toContain(token);
});
