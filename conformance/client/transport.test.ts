import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { realClock, virtualClock } from "../../clock.ts";
import { listen } from "../testing/hostile-servers/raw.ts";
import { type Recording, startRedirecting } from "../testing/hostile-servers/redirects.ts";
import { createTransport, type TransportOptions, type WireRequest } from "./transport.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function redirecting(redirect: Parameters<typeof startRedirecting>[0]): Promise<Recording> {
  const server = await startRedirecting(redirect);
  closers.push(server.close);
  return server;
}

function send(url: string, request: Partial<WireRequest> = {}, options: Partial<TransportOptions> = {}) {
  const transport = createTransport({ clock: realClock, timeoutMs: 4_000, ...options });
  closers.push(transport.close);
  const headers: WireRequest["headers"] = [["authorization", "Bearer fpk_key_S3CRET"]];
  return transport.send({ method: "GET", url, headers, ...request });
}

const paths = (server: Recording) => server.requests.map((request) => request.split(" ")[1]);

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%i of a GET is followed on the same origin", async (status) => {
    const server = await redirecting((path) => (path === "/new" ? undefined : { status, location: "/new" }));
    const answer = await send(server.url);
    expect(answer.response?.status).toBe(200);
    expect(answer.redirects).toEqual([new URL("/new", server.url).href]);
    expect(answer.redirectHeaders).toEqual([expect.arrayContaining([["location", "/new"]])]);
    expect(server.requests[1]).toContain("authorization: Bearer fpk_key_S3CRET");
  });

  it.each([307, 308])("%i of a POST keeps method and body", async (status) => {
    const server = await redirecting((path) => (path === "/new" ? undefined : { status, location: "/new" }));
    const answer = await send(server.url, { method: "POST", body: '{"a":1}' });
    expect(answer.response?.status).toBe(200);
    expect(server.requests[1]).toMatch(/^POST \/new .*content-length: 7\r\n/is);
  });

  it.each([
    ["POST", 301],
    ["POST", 302],
    ["PUT", 303],
  ])("of a %s with %i is itself the answer", async (method, status) => {
    const server = await redirecting(() => ({ status, location: "/new" }));
    const answer = await send(server.url, { method, body: "{}" });
    expect(answer).toMatchObject({ response: { status, body: "{}" }, redirects: [] });
    expect(server.requests).toHaveLength(1);
  });

  it("to another origin is itself the answer, and the credential stays here", async () => {
    const other = await redirecting(() => undefined);
    const server = await redirecting(() => ({ status: 307, location: other.url }));
    expect(await send(server.url)).toMatchObject({ response: { status: 307 }, redirects: [] });
    expect(other.requests).toEqual([]);
  });

  it.each(["http://user:password@HOST/new", "http://[", "//other.invalid/new", "https://HOST/new"])(
    "to %s is itself the answer",
    async (location) => {
      const server = await redirecting(() => ({ status: 302, location: location.replace("HOST", host) }));
      const { host } = new URL(server.url);
      expect((await send(server.url)).response?.status).toBe(302);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("in a circle ends where the circle closes", async () => {
    const server = await redirecting((path) => ({ status: 302, location: path === "/a" ? "/b" : "/a" }));
    const answer = await send(new URL("/a", server.url).href);
    expect(answer.response?.status).toBe(302);
    expect(paths(server)).toEqual(["/a", "/b"]);
  });

  it("is followed five times", async () => {
    const server = await redirecting((path) => ({ status: 302, location: `${path}x` }));
    const answer = await send(new URL("/", server.url).href);
    expect(answer.response?.status).toBe(302);
    expect(answer.redirects).toHaveLength(5);
    expect(server.requests).toHaveLength(6);
  });
});

describe("a request", () => {
  it("has the defaults that it does not bring itself, and no Content-Type of our making", async () => {
    const server = await redirecting(() => undefined);
    await send(server.url, { method: "POST", body: "{}" });
    await send(server.url, { headers: [["Accept", "text/plain"]] });
    expect(server.requests[0]).toMatch(/\r\naccept: application\/json\r\n/i);
    expect(server.requests[0]).toMatch(/\r\nuser-agent: fpk-conformance\r\n/i);
    expect(server.requests[0]).not.toMatch(/content-type/i);
    expect(server.requests[1]).toMatch(/\r\naccept: text\/plain\r\n/i);
    expect(server.requests[1]).not.toMatch(/application\/json/);
  });

  it("with a header that HTTP forbids is not sent, and the header not quoted", async () => {
    const server = await redirecting(() => undefined);
    const answer = await send(server.url, { headers: [["authorization", "Bearer S3CRET\u0000"]] });
    expect(answer.reason).toBe("unreachable");
    expect(answer.failure).not.toContain("S3CRET");
    expect(server.requests).toEqual([]);
  });
});

it("keeps its connections, also after an answer without a body", async () => {
  const ports = new Set<number | undefined>();
  const server = await listen(
    createServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(request.url === "/204" ? 204 : 200).end();
    }),
    "http://127.0.0.1",
  );
  const transport = createTransport({ clock: realClock });
  closers.push(transport.close, server.close);
  for (const path of ["/", "/204", "/", "/204", "/", "/204", "/"]) {
    await transport.send({ method: "POST", url: new URL(path, server.url).href, headers: [], body: "{}" });
  }
  // Two, because undici takes a connection back one turn of the event loop after its answer.
  expect(ports.size).toBeLessThanOrEqual(2);
});

describe("over a given fetch", () => {
  const url = "http://in-process.invalid/api/v1/products";

  it("sends everything through it, at the time of the clock", async () => {
    const clock = virtualClock(1_000);
    const seen: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      seen.push(`${init?.method} ${String(input)} ${init?.redirect}`);
      return Response.json({ data: [] }, { headers: { "x-ratelimit-limit": "100" } });
    };
    expect(await send(url, {}, { fetch, clock })).toEqual({
      response: {
        status: 200,
        headers: [
          ["content-type", "application/json"],
          ["x-ratelimit-limit", "100"],
        ],
        body: '{"data":[]}',
        isUtf8: true,
        isCut: false,
      },
      sentAt: 1_000,
      receivedAt: 1_000,
      redirects: [],
      redirectHeaders: [],
    });
    expect(seen).toEqual([`GET ${url} manual`]);
  });

  it("keeps a virtual clock from advancing while a request is in flight", async () => {
    const clock = virtualClock(0);
    let answer = (_: Response) => {};
    const pending = send(url, {}, { clock, fetch: () => new Promise((resolve) => (answer = resolve)) });
    const woken = clock.sleep(60_000).then(() => clock.now());
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(clock.now()).toBe(0);
    answer(new Response("{}"));
    expect((await pending).receivedAt).toBe(0);
    expect(await woken).toBe(60_000);
  });

  it("leaves one that heeds no signal after the timeout, in real time", async () => {
    const clock = virtualClock(0);
    const answer = await send(url, {}, { clock, timeoutMs: 50, fetch: () => new Promise(() => {}) });
    expect(answer).toMatchObject({ reason: "timeout", failure: "timed out after 0.05 s", receivedAt: 0 });
  });

  it("does not repeat what it throws", async () => {
    const fetch = async () => {
      throw new Error("Bearer fpk_key_S3CRET was refused");
    };
    const answer = await send(url, {}, { fetch });
    expect(answer).toMatchObject({ reason: "lost", failure: "no answer came" });
  });

  it("takes an answer without a status for none", async () => {
    const answer = await send(url, {}, { fetch: async () => Response.error() });
    expect(answer).toMatchObject({ reason: "protocol", failure: "the answer has no status" });
  });
});
