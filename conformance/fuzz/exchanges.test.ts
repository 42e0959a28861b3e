import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { parseTarget } from "../target-file/parse.ts";
import { createCaseReader } from "./exchanges.ts";
import type { Facts } from "./facts.ts";
import { readCase } from "./recorded-case.ts";

const token = "fpk_key_ABCDEFGHIJKLMNOP";
const target = parseTarget(
  { baseUrl: "http://127.0.0.1:4010/api", credentials: [{ token, org: "org_1" }] },
  {},
  "the test",
);
const facts: Facts = {
  callers: [{ label: "KEY_1", variable: "FPK_FUZZ_TOKEN_0", organization: "org_1", denied: [] }],
  ids: {
    org_1: { productId: ["p1"], problemId: [["p1", "q1"]], contextId: [], actorId: [], feedbackId: [], orgId: [] },
  },
  bodies: {},
  rateLimit: null,
  mark: "fpk-1",
  mostTries: 0,
};
const read = createCaseReader({
  contract: loadContract(),
  target,
  facts,
  baseUrl: "http://host.docker.internal:4010/api",
});

const base64 = (bytes: string | Uint8Array) => ({ $base64: Buffer.from(bytes).toString("base64") });

interface Said {
  readonly path?: string;
  readonly method?: string;
  readonly mode?: string;
  readonly label?: string | undefined;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly content?: string | Uint8Array;
  readonly response?: null;
}

function exchange(said: Said = {}) {
  const { path = "/v1/products", method = "GET", mode = "positive", headers = {}, content = "{}" } = said;
  const one = readCase(
    "fuzzing",
    { id: "abc", meta: { generation: { mode } } },
    {
      request: { method, uri: `http://host.docker.internal:4010/api${path}`, headers, body: null },
      response:
        said.response === null
          ? null
          : { status_code: 200, headers: { "x-one": ["a", "b"] }, content: base64(content), elapsed: 0.25 },
      timestamp: 1_700_000_000.5,
    },
  );
  if (one === undefined) throw new Error("no case");
  return read(one, 7, "label" in said ? said.label : "KEY_1");
}

describe("a recorded case as an exchange", () => {
  it("is the operation's, at the target's own address, whoever called it what", () => {
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
    ["valid", "positive", "/v1/products/p1/problems/q1"],
    ["unknown-id", "positive", "/v1/products/p2"],
    ["invalid", "negative", "/v1/products/p1"],
  ])("was meant as %s where it is %s, at %s", (intent, mode, path) => {
    expect(exchange({ path, mode }).intent).toBe(intent);
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
  ])("is no endpoint's at %s, which may be another path to whoever is on the way", (path) => {
    expect(exchange({ path }).operation).toBeUndefined();
  });

  it.each(["/v1/products/%E2%9C%93", "/v1/products/a%20b", "/v1/products/%3Cb%3E%27%22"])("is one's at %s", (path) => {
    expect(exchange({ path }).operation).toBe("getProduct");
  });

  it("is one's only with its method", () => {
    expect(exchange({ method: "TRACE" }).operation).toBeUndefined();
  });

  it("says whose it was, where it was none of the target's credentials", () => {
    expect(exchange({ label: undefined })).toMatchObject({ kind: "none", credential: "" });
    const headers = { Authorization: ["[Filtered]"] };
    expect(exchange({ label: undefined, headers })).toMatchObject({ kind: "unknown", credential: "unknown" });
  });

  it("holds no token, and says that the answer did", () => {
    const said = exchange({ content: JSON.stringify({ key: token }) });
    expect(JSON.stringify(said)).not.toContain(token);
    expect(said).toMatchObject({ holdsKey: true, response: { body: '{"key":"$KEY_1"}' } });
  });

  it("tells bytes that are not UTF-8, and that no answer came", () => {
    expect(exchange({ content: new Uint8Array([0x22, 0xe9, 0x22]) }).response?.isUtf8).toBe(false);
    expect(exchange({ response: null })).toMatchObject({ status: 0, reason: "lost" });
  });
});
