import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { replaceRoute } from "../changes/seams/routes.ts";
import { type Answer, firstProduct, type Sent, started, type Who } from "../start.test.support.ts";

const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

function expectHeaders({ headers }: Answer): void {
  for (const name of names) expect(headers.get(name), name).toMatch(/^\d+$/);
}

const email = { email: "new@example.com" };
type StatusCase = [status: number, who: Who | undefined, path: string, sent?: Sent];

const statuses: readonly StatusCase[] = [
  [200, "key", "/v1/products"],
  [201, "key", "/v1/organizations", { body: { name: "New", slug: "new" } }],
  [204, "key", "/v1/organizations/{org}/invite", { body: email }],
  [400, "key", "/v1/organizations", { body: "{" }],
  [400, "key", "/v1/organizations", { body: {} }],
  [400, "key", "/v1/products/%zz"],
  [401, undefined, "/v1/products"],
  [401, "expired", "/v1/products"],
  [401, undefined, "/v1/unknown"],
  [403, "viewer", "/v1/products/any/features"],
  [403, "viewer", "/v1/organizations/{org}/invite", { body: email }],
  [404, "key", "/v1/products/unknown"],
  [404, "key", "/v1/unknown"],
  [405, "key", "/v1/products", { method: "DELETE" }],
  [409, "key", "/v1/organizations", { body: { name: "Globex", slug: "globex" } }],
  [413, "key", "/v1/organizations", { body: `"${"x".repeat(11 * 1024 * 1024)}"` }],
  [415, "key", "/v1/organizations", { body: "name=New", headers: { "content-type": "text/plain" } }],
];

describe("§8: the three headers are on every response", () => {
  it.each<StatusCase>(statuses)("%i: %s %s", async (status, who, path, sent) => {
    const reference = await started();
    const answer = await reference.send(who, path.replace("{org}", reference.credential("key").org), sent);
    expect(answer.status).toBe(status);
    expectHeaders(answer);
    if (status >= 400) expect(answer.json.error).toEqual(expect.any(String));
    expect(reference.reported).toEqual([]);
  });

  it("outside the API prefix", async () => {
    const reference = await started();
    const { token } = reference.credential("key");
    const response = await fetch(new URL("/", reference.baseUrl), { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(404);
    for (const name of names) expect(response.headers.get(name)).toMatch(/^\d+$/);
  });

  it("500", async () => {
    const change = replaceRoute("getMe", () => () => {
      throw new Error("seeded");
    });
    const reference = await started({ mutant: { id: "test", clause: "test", fault: "test", change } });
    const answer = await reference.send("key", "/v1/me");
    expect(answer.status).toBe(500);
    expectHeaders(answer);
    expect(answer.json).toEqual({ error: expect.any(String) });
    expect(reference.reported).toHaveLength(1);
  });

  it.each([
    [400, "no HTTP at all\r\n\r\n"],
    [400, "GET /api/v1/me HTTP/1.1\r\n\r\n"],
    [431, `GET /api/v1/me HTTP/1.1\r\nHost: h\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`],
    [401, "GET /api/v1/me HTTP/1.1\r\nHost: h\r\nExpect: the-moon\r\nConnection: close\r\n\r\n"],
    [401, "GET http://h/api/v1/me HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"],
  ])("%i to what no application sees: %.30j", async (status, bytes) => {
    const reference = await started();
    const credentialed = bytes.includes("HTTP/1.1\r\n\r\n")
      ? bytes.replace(
          "\r\n\r\n",
          `\r\nAuthorization: Bearer ${reference.credential("key").token}\r\nConnection: close\r\n\r\n`,
        )
      : bytes;
    const text = await raw(reference.baseUrl, credentialed);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const name of names) expect(text.toLowerCase()).toMatch(new RegExp(`\r\n${name}: \\d+\r\n`));
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toEqual({ error: expect.any(String) });
  });
});

/** Writes bytes to the server, and reads until it closes. */
function raw(baseUrl: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

describe("§8: the limit", () => {
  it("is an organization's, whichever credential and method spends it, and ends with the window", async () => {
    const reference = await started({ limit: 4, windowSeconds: 10 });
    const remaining = ({ headers }: Answer) => headers.get("x-ratelimit-remaining");
    expect(remaining(await reference.send("key", "/v1/me"))).toBe("3");
    expect(remaining(await reference.send("secondKey", "/v1/me"))).toBe("2");
    expect(remaining(await reference.send("session", "/v1/me"))).toBe("1");
    expect(remaining(await reference.send("key", "/v1/me", { method: "PUT", body: {} }))).toBe("0");
    const rejected = await reference.send("secondKey", "/v1/feedback", { body: {} });
    expect(rejected.status).toBe(429);
    expect(rejected.json).toEqual({ error: expect.any(String) });
    expect(rejected.headers.get("retry-after")).toBe("10");
    expectHeaders(rejected);
    expect((await reference.send("globex", "/v1/me")).status).toBe(200);
    reference.clock.advance(9_999);
    expect((await reference.send("key", "/v1/me")).status).toBe(429);
    reference.clock.advance(1);
    expect((await reference.send("key", "/v1/me")).status).toBe(200);
  });

  it("never refuses callers without credentials", async () => {
    const reference = await started({ limit: 2 });
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await reference.send(undefined, "/v1/me");
      expect(answer.status).toBe(401);
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("2");
    }
  });

  it("reports when the window ends in seconds since the epoch", async () => {
    const reference = await started();
    const { headers } = await reference.send("key", "/v1/me");
    expect(headers.get("x-ratelimit-reset")).toBe(String(reference.clock.now() / 1000 + 60));
    expect(headers.get("x-ratelimit-limit")).toBe("100");
  });

  it("is untouched until a product's first page is read", async () => {
    const reference = await started();
    await firstProduct(reference, "initech");
    const { headers } = await reference.send("hooli", "/v1/products");
    expect(headers.get("x-ratelimit-remaining")).toBe("99");
  });
});
