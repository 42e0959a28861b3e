import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Clock, realClock } from "../../../clock.ts";
import { createTransport, type TransportOptions, type WireAnswer, type WireRequest } from "../../client/transport.ts";
import * as bodies from "./bodies.ts";
import * as connections from "./connections.ts";
import * as headers from "./headers.ts";
import type { Hostile } from "./raw.ts";
import { selfSigned, startSelfSigned, startWithoutTls } from "./tls.ts";

const token = "fpk_key_S3CRET";
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Counts what is held, to see that all of it is released. */
function countingClock(): { clock: Clock; held: () => number } {
  let held = 0;
  const hold = () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  return { clock: { ...realClock, hold }, held: () => held };
}

/** Sends one request to a server with small bounds; what every answer must be is expected here. */
async function answerOf(
  start: Promise<Hostile>,
  options: Partial<TransportOptions> = {},
  request: Partial<WireRequest> = {},
): Promise<WireAnswer> {
  const server = await start;
  const { clock, held } = countingClock();
  const transport = createTransport({ timeoutMs: 4_000, maxBytes: 50_000, clock, ...options });
  closers.push(transport.close, server.close);
  const authorization: [string, string] = ["authorization", `Bearer ${token}`];
  const answer = await transport.send({ method: "GET", url: server.url, headers: [authorization], ...request });
  expect(held()).toBe(0);
  expect(answer.receivedAt).toBeGreaterThanOrEqual(answer.sentAt);
  expect(answer.receivedAt - answer.sentAt).toBeLessThan(4_000);
  expect(answer.failure ?? "").not.toContain("S3CRET");
  expect((answer.response === undefined) !== (answer.failure === undefined)).toBe(true);
  return answer;
}

describe("a connection that fails has a reason and a sentence", () => {
  it.each([
    ["refused", connections.startRefusing, "unreachable", "connection refused"],
    ["hung up", connections.startHangingUp, "lost", "the connection was lost before the whole answer came"],
    ["reset", connections.startResetting, "lost", "the connection was lost before the whole answer came"],
    [
      "reset in the body",
      connections.startResettingMidBody,
      "lost",
      "the connection was lost before the whole answer came",
    ],
    ["no HTTP", connections.startGarbage, "protocol", "the answer is not HTTP"],
    ["an endless header", headers.startEndlessHeader, "protocol", "the header is larger than 64 KiB"],
    ["a short body", bodies.startShortBody, "lost", "the connection was lost before the whole answer came"],
    ["no last chunk", bodies.startTruncatedChunks, "lost", "the connection was lost before the whole answer came"],
    ["wrong chunks", bodies.startWrongChunks, "protocol", "the answer is not HTTP"],
  ])("%s", async (_, start, reason, failure) => {
    expect(await answerOf(start())).toMatchObject({ reason, failure });
  });

  it("100 Continue that was not asked for", async () => {
    const { reason, failure } = await answerOf(headers.startUnaskedContinue());
    expect(reason).toBe("protocol");
    expect(failure).toContain("100 Continue came without being asked for");
  });

  it("a name that does not resolve", async () => {
    const url = "http://no-such-host.invalid/api/v1/products";
    expect(await answerOf(connections.startSilent(), {}, { url })).toMatchObject({ reason: "unreachable" });
  });
});

describe("a server that never comes to an end is left after the timeout", () => {
  it.each([
    ["silence", connections.startSilent],
    ["a slow header", headers.startSlowHeader],
    ["endless interim responses", headers.startEndlessInterim],
    ["a dripping body", bodies.startDrippingBody],
  ])("%s", async (_, start) => {
    const answer = await answerOf(start(), { timeoutMs: 150 });
    expect(answer).toMatchObject({ reason: "timeout", failure: "timed out after 0.15 s" });
  });

  it("stops when the caller says so", async () => {
    const server = await connections.startSilent();
    const { clock, held } = countingClock();
    const transport = createTransport({ clock });
    closers.push(transport.close, server.close);
    const stop = new AbortController();
    const answer = transport.send({ method: "GET", url: server.url, headers: [] }, stop.signal);
    stop.abort();
    expect(await answer).toMatchObject({ reason: "lost", failure: "stopped before the answer came" });
    expect(held()).toBe(0);
  });
});

describe("a body is read up to a bound on its decoded bytes", () => {
  it("cuts a body without end", async () => {
    const { response } = await answerOf(bodies.startEndlessBody());
    expect(response).toMatchObject({ status: 200, isCut: true, isUtf8: true });
    expect(response?.body).toHaveLength(50_000);
  });

  it.each(["gzip", "deflate", "br"] as const)("cuts a bomb in %s", async (coding) => {
    const { response } = await answerOf(bodies.startBomb(coding, 20_000_000));
    expect(response?.isCut).toBe(true);
    expect(response?.body).toHaveLength(50_000);
  });

  it("does not cut a body of exactly the bound", async () => {
    const { response } = await answerOf(bodies.startBomb("gzip", 50_000));
    expect(response?.isCut).toBe(false);
    expect(response?.body).toHaveLength(50_000);
  });

  it("does not call a character that the cut divided wrong", async () => {
    const { response } = await answerOf(bodies.startEncoded("gzip", "é".repeat(10)), { maxBytes: 7 });
    expect(response).toMatchObject({ body: "ééé", isCut: true, isUtf8: true });
  });

  it.each(["gzip", "deflate", "br"] as const)("decodes %s", async (coding) => {
    const { response } = await answerOf(bodies.startEncoded(coding, '{"data":[]}'));
    expect(response).toMatchObject({ status: 200, body: '{"data":[]}', isUtf8: true, isCut: false });
  });

  it.each(["gzip", "deflate", "br", "gzip, br"])(
    "shows a body as it came that does not have its coding: %s",
    async (coding) => {
      const { response } = await answerOf(bodies.startCoded(coding, '{"data":[]}'));
      expect(response).toMatchObject({ status: 200, body: '{"data":[]}', isUtf8: false, isCut: false });
    },
  );

  it.each(["x-unknown", "gzip, gzip, gzip, gzip, gzip, gzip"])(
    "has no answer in a coding that is unknown, or in too many: %s",
    async (coding) => {
      const { reason, failure } = await answerOf(bodies.startCoded(coding, '{"data":[]}'));
      expect(reason).toBe("protocol");
      expect(failure).toContain("Content-Encoding");
    },
  );

  it("leaves a body that it cannot decode", async () => {
    const server = await bodies.startEndlessUnknownCoding();
    expect((await answerOf(Promise.resolve(server))).reason).toBe("protocol");
    await vi.waitUntil(() => !server.isOpen());
  });

  it("takes nothing in any coding for nothing", async () => {
    expect((await answerOf(bodies.startCoded("gzip", ""))).response).toMatchObject({ body: "", isCut: false });
  });

  it("decodes deflate without its zlib wrapping, and codings within codings", async () => {
    const bare = await answerOf(bodies.startCoded("deflate", deflateRawSync("[1]")));
    expect(bare.response?.body).toBe("[1]");
    const twice = await answerOf(bodies.startCoded("gzip, identity, br", brotliCompressSync(gzipSync("[2]"))));
    expect(twice.response?.body).toBe("[2]");
  });

  it("takes `identity` for what it is", async () => {
    expect((await answerOf(bodies.startCoded("identity", "{}"))).response?.body).toBe("{}");
  });

  it("reports bytes that are not UTF-8", async () => {
    const { response } = await answerOf(bodies.startLatin1Body());
    expect(response).toMatchObject({ body: '{"name":"caf\uFFFD"', isUtf8: false, isCut: false });
  });

  it("ends a body where its Content-Length says", async () => {
    expect((await answerOf(bodies.startLongBody())).response).toMatchObject({ status: 200, body: "{}" });
  });

  it.each([
    ["GET", 204],
    ["GET", 304],
    ["HEAD", 200],
  ] as const)("reads no body in answer to %s with %i", async (method, status) => {
    const { response } = await answerOf(bodies.startForbiddenBody(status), {}, { method });
    expect(response).toMatchObject({ status, body: "", isUtf8: true, isCut: false });
  });
});

it("keeps header fields as they came, also those that come twice", async () => {
  const { response } = await answerOf(headers.startRepeatedFields());
  expect(response?.headers).toEqual([
    ["X-RateLimit-Limit", "100"],
    ["X-RateLimit-Limit", "99"],
    ["Set-Cookie", "a=1"],
    ["Set-Cookie", "b=2"],
    ["Content-Length", "0"],
  ]);
});

describe("TLS", () => {
  it("does not trust a certificate that nobody signed, and says what to do", async () => {
    const { reason, failure } = await answerOf(startSelfSigned("localhost"));
    expect(reason).toBe("unreachable");
    expect(failure).toMatch(/not trusted.*--ca FILE.*--insecure/);
  });

  it("reports a certificate for another host", async () => {
    const { reason, failure } = await answerOf(startSelfSigned("127.0.0.1"), { ca: selfSigned.cert });
    expect(reason).toBe("unreachable");
    expect(failure).toContain("another host name");
  });

  it.each([
    ["its authority", { ca: selfSigned.cert }],
    ["--insecure", { insecure: true }],
  ])("is content with %s", async (_, options) => {
    expect((await answerOf(startSelfSigned("localhost"), options)).response).toMatchObject({ status: 200, body: "{}" });
  });

  it("says that authorities cannot be read", async () => {
    const answer = await answerOf(startSelfSigned("localhost"), {
      ca: "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n",
    });
    expect(answer.reason).toBe("unreachable");
  });

  it("says that a server speaks no TLS", async () => {
    const answer = await answerOf(startWithoutTls());
    expect(answer.response).toBeUndefined();
    expect(answer.failure).toContain("TLS");
  });
});
