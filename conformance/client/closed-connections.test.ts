import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { realClock } from "../../clock.ts";
import { listen } from "../testing/hostile-servers/raw.ts";
import { answered, clientWith, key, read } from "./client.test.support.ts";
import { createTransport } from "./transport.ts";
import type { WireRequest } from "./wire.ts";

const lost = { failure: "connection reset", reason: "lost" } as const;
const releases = { operation: "listReleases", caller: key, parameters: { productId: "p" } } as const;
const submission = { operation: "submitFeedback", caller: key, rawBody: "{", intent: "invalid" } as const;
const concerns = (request: WireRequest, name: string) => request.url.endsWith(name);

/** A client of a run, over answers that are given. */
const clientOfRun = (answer: Parameters<typeof clientWith>[0]) => clientWith(answer, { repeatsLost: true });

describe("a connection that is lost", () => {
  it("twice for one request, while others are answered, is what the server does", async () => {
    const { client, sent } = clientOfRun((request) => (concerns(request, "/releases") ? lost : answered(200)));
    await client.send(read());
    const exchange = await client.send(releases);
    expect(exchange).toMatchObject({ status: 0, reason: "closed", failure: expect.stringContaining("crash") });
    expect(client.exchanges[exchange.index]).toBe(exchange);
    expect(sent.map(({ url, hasOwnConnection }) => [url.split("/").at(-1), hasOwnConnection === true])).toEqual([
      ["products", false],
      ["releases", false],
      ["products", true],
      ["releases", true],
      ["products", true],
    ]);
    expect(await client.send(releases)).toMatchObject({ reason: "closed" });
    expect(sent).toHaveLength(6);
  });

  it("for the first request of all is examined with a request without credentials", async () => {
    const { client, sent } = clientOfRun((request) => (concerns(request, "/releases") ? lost : answered(401)));
    expect(await client.send(releases)).toMatchObject({ reason: "closed" });
    expect(sent[1]?.headers.some(([name]) => name === "authorization")).toBe(false);
  });

  it("once is nothing: a read has the answer of its repetition, and a write is left to its case", async () => {
    const isFirst = new Set<string>();
    const { client } = clientOfRun((request) => {
      const isLost = !concerns(request, "/products") && isFirst.size < isFirst.add(request.url).size;
      return isLost ? lost : answered(200);
    });
    expect(await client.send(releases)).toMatchObject({ status: 200 });
    await expect(client.send(submission)).rejects.toMatchObject({ exchange: { reason: "lost" } });
  });

  it("where nobody else is answered, or the server has gone, says nothing about the request", async () => {
    const { client } = clientOfRun(() => lost);
    await expect(client.send(releases)).rejects.toMatchObject({ exchange: { reason: "lost" } });
    const gone = { failure: "connection refused", reason: "unreachable" } as const;
    const { client: other } = clientOfRun((request, count) => {
      if (!concerns(request, "/releases")) return answered(200);
      return count < 3 ? lost : gone;
    });
    await expect(other.send(releases)).rejects.toMatchObject({ exchange: { reason: "lost" } });
  });

  it("in the middle of a large body may be the server's way to reject it", async () => {
    const { client, sent } = clientOfRun((request) => (concerns(request, "/feedback") ? lost : answered(200)));
    const large = { ...submission, rawBody: "x".repeat(100_000) };
    await expect(client.send(large)).rejects.toMatchObject({ exchange: { reason: "lost" } });
    expect(sent).toHaveLength(1);
  });
});

describe("a request", () => {
  async function sentOver(requests: readonly Partial<WireRequest>[]) {
    const sockets: unknown[] = [];
    const http = createServer(({ socket }, response) => {
      sockets.push(socket);
      response.end("{}");
    });
    const server = await listen(http, "http://127.0.0.1");
    const transport = createTransport({ clock: realClock });
    onTestFinished(async () => {
      await transport.close();
      await server.close();
    });
    const numbers: (number | undefined)[] = [];
    for (const request of requests) {
      const answer = await transport.send({ method: "GET", url: server.url, headers: [], ...request });
      expect(answer).toHaveProperty("response");
      numbers.push(answer.connection);
    }
    const different = [...new Set(sockets)];
    expect(numbers).toEqual(sockets.map((socket) => different.indexOf(socket) + 1));
    return { sockets, usesOf: (at: number) => sockets.filter((socket) => socket === sockets[at]).length };
  }

  it("that is sent alone has a connection of its own, which is closed", async () => {
    const { usesOf } = await sentOver(
      [false, false, true, true, false].map((hasOwnConnection) => ({ hasOwnConnection })),
    );
    expect([usesOf(2), usesOf(3)]).toEqual([1, 1]);
  });

  it("shares a connection with those that are sent together with it, and with no other", async () => {
    const sharedConnection = {};
    const { sockets, usesOf } = await sentOver([
      {},
      { sharedConnection },
      { sharedConnection },
      { sharedConnection, hasOwnConnection: true },
      {},
    ]);
    expect(usesOf(1)).toBe(3);
    expect(sockets.slice(1, 4)).toEqual(Array.from({ length: 3 }, () => sockets[1]));
  });
});
