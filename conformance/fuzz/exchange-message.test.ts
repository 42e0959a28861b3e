import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { similarTokens } from "../generate/similar-tokens.ts";
import type { Secret } from "../redaction/redactor.ts";
import { parseTarget } from "../target-file/parse.ts";
import { answersWith, heldIn } from "../verbs/planted.test.support.ts";
import { createExchangeReader } from "./exchange-message.ts";
import type { HookInput } from "./hook-input.ts";

const token = "fpk_key_ABCDEFGHIJKLMNOP";
const target = parseTarget(
  { baseUrl: "http://127.0.0.1:4010/api", credentials: [{ token, org: "org_1" }] },
  {},
  "the test",
);
const hookInput: HookInput = {
  callers: [{ label: "KEY_1", variable: "FPK_FUZZ_TOKEN_0", organization: "org_1", denied: [] }],
  ids: {
    org_1: { productId: ["p1"], problemId: [["p1", "q1"]], contextId: [], actorId: [], feedbackId: [], orgId: [] },
  },
  bodies: {},
  rateLimit: null,
  mark: "fpk-1",
  maxShrinkingTries: 0,
};
const baseUrl = "http://host.docker.internal:4010/api";
const issued: Secret[] = [];
const onSecrets = (secrets: readonly Secret[]) => void issued.push(...secrets);
const read = createExchangeReader({ contract: loadContract(), target, onSecrets, hookInput, baseUrl });

interface Changes {
  readonly path?: string;
  readonly method?: string;
  readonly isNegative?: boolean;
  readonly label?: string | null;
  readonly hasAuthorization?: boolean;
  readonly content?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string[]>>;
  readonly response?: null;
}

function exchange(changes: Changes = {}) {
  const {
    path = "/v1/products",
    method = "GET",
    isNegative = false,
    hasAuthorization = false,
    content = "{}",
  } = changes;
  const response = {
    status: 200,
    headers: { "x-one": ["a", "b"], ...changes.headers },
    body: Buffer.from(content).toString("base64"),
    seconds: 0.25,
  };
  const message = {
    phase: "fuzzing",
    isNegative,
    label: changes.label === undefined ? "KEY_1" : changes.label,
    request: { method, url: baseUrl + path, contentType: null, hasAuthorization, body: "" },
    response: changes.response === null ? null : response,
  };
  return read(message, 7, 1_700_000_000_500);
}

describe("an exchange that the hooks send", () => {
  it("holds no session that the target issues, also where its body repeats it", () => {
    const headers = { "set-cookie": ["__Host-session=s%3A0123456789abcdef.ABC; HttpOnly"] };
    const { response } = exchange({
      headers,
      content: '{"a":"s:0123456789abcdef.ABC","b":"s%3A0123456789abcdef.ABC"}',
    });
    expect(response?.body).toBe('{"a":"$COOKIE_1","b":"$COOKIE_1"}');
    const identifier = { "set-cookie": ["session_org=org_0123456789abcdef0123"] };
    const content = '{"id":"org_0123456789abcdef0123"}';
    expect(exchange({ headers: identifier, content }).response?.body).toBe(content);
  });

  it("holds no token, nor one that differs a little from it, wherever and however the target repeats it", () => {
    const similar = similarTokens(token).map(([other]) => other);
    for (const { headers, body } of answersWith([token, ...similar])) {
      const names = new Set(headers.map(([name]) => name));
      const fields = [...names].map((name) => [
        name,
        headers.flatMap(([other, value]) => (other === name ? [value] : [])),
      ]);
      const kept = exchange({
        label: null,
        hasAuthorization: true,
        headers: Object.fromEntries(fields),
        content: body,
      });
      expect(heldIn(JSON.stringify(kept), [token])).toEqual([]);
    }
  });

  it("names the secrets that the target issues, for the report", () => {
    exchange({ headers: { "x-session-id": ["shortone"] } });
    expect(issued).toContainEqual(expect.objectContaining({ token: "shortone" }));
  });

  it("has the operation and the address of the target, whatever name a container gave it", () => {
    expect(exchange({ path: "/v1/products/p1?x=1" })).toMatchObject({
      index: 7,
      operation: "getProduct",
      kind: "api-key",
      credential: "KEY_1",
      organization: "org_1",
      request: { url: "http://127.0.0.1:4010/api/v1/products/p1?x=1" },
      sentAt: 1_700_000_000_250,
      receivedAt: 1_700_000_000_500,
    });
    expect(exchange().header("X-One")).toBe("a, b");
  });

  it.each([
    ["valid", false, "/v1/products/p1/problems/q1"],
    ["unknown-id", false, "/v1/products/p2"],
    ["invalid", true, "/v1/products/p1"],
  ])("has the intent %s where it is negative: %s, at %s", (intent, isNegative, path) => {
    expect(exchange({ path, isNegative }).intent).toBe(intent);
  });

  it.each([
    "/v1/products/",
    "/v1/products/%2F",
    "/v1/products/a%2Fb",
    "/v1/products/..",
    "/v1/products/%2e%2E",
    "/v1/products/%00",
    "/v1/products/a%0Ab",
    "/v1/products/%FF",
    "/v1/products/a%5Cb",
    "/v1/products/%20",
    "/v1/else",
  ])("is not an endpoint's at %s, which may be another path to whoever is on the way", (path) => {
    expect(exchange({ path }).operation).toBeUndefined();
  });

  it.each(["/v1/products/%E2%9C%93", "/v1/products/a%20b", "/v1/products/%3Cb%3E%27%22"])(
    "is that of an operation at %s",
    (path) => {
      expect(exchange({ path }).operation).toBe("getProduct");
    },
  );

  it("is that of an operation only with the operation's method", () => {
    expect(exchange({ method: "TRACE" }).operation).toBeUndefined();
  });

  it("has no credential if it was sent with none of the target file", () => {
    expect(exchange({ label: null })).toMatchObject({ kind: "none", credential: "" });
    expect(exchange({ label: null, hasAuthorization: true })).toMatchObject({ kind: "unknown", credential: "unknown" });
  });

  it("holds no token, and says that the answer did", () => {
    const held = exchange({ content: JSON.stringify({ key: token }) });
    expect(JSON.stringify(held)).not.toContain(token);
    expect(held).toMatchObject({ holdsKey: true, response: { body: '{"key":"$KEY_1"}' } });
  });

  it("reports bytes that are not UTF-8, and that no answer came", () => {
    expect(exchange({ content: new Uint8Array([0x22, 0xe9, 0x22]) }).response?.isUtf8).toBe(false);
    expect(exchange({ response: null })).toMatchObject({ status: 0, reason: "lost" });
  });
});
