/** What passes is unchanged: compared with what a server of the test sends and receives. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Recorded } from "../traffic/recorded.ts";
import { startProxy } from "./start-proxy.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function inFrontOf(handler: Handler, prepare = (_server: Server) => {}) {
  const server = createServer(handler);
  prepare(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const recorded: Recorded[] = [];
  const failures: string[] = [];
  const proxy = await startProxy({
    baseUrl: `http://127.0.0.1:${port}/api`,
    port: undefined,
    insecure: false,
    onExchange: (exchange) => {
      recorded.push(exchange);
      if (exchange.failure !== undefined) failures.push(exchange.failure);
    },
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(stop, proxy.close);
  return { ...proxy, recorded, failures, stop };
}

const sent = async (url: string, options: object = {}, ...chunks: readonly string[]) => {
  const outgoing = request(url, options);
  for (const chunk of chunks) outgoing.write(chunk);
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return response;
};

it("the header, with its case and its repetitions, the path and the query", async () => {
  let path = "";
  const raw = [
    "X-Odd-CASE",
    "1",
    "Set-Cookie",
    "a=1",
    "Set-Cookie",
    "b=2",
    "x-twice",
    "1",
    "x-twice",
    "2",
    "Content-Length",
    "2",
  ];
  const { baseUrl, recorded, close } = await inFrontOf((incoming, response) => {
    path = incoming.url ?? "";
    response.sendDate = false;
    response.writeHead(299, "Odd Reason", raw).end("{}");
  });
  const response = await sent(`${baseUrl}/v1/a%2Fb?q=%20&q=2`);
  expect(await text(response)).toBe("{}");
  expect(path).toBe("/api/v1/a%2Fb?q=%20&q=2");
  expect([response.statusCode, response.statusMessage]).toEqual([299, "Odd Reason"]);
  expect(response.rawHeaders.slice(0, raw.length)).toEqual(raw);
  expect(response.headers.date).toBeUndefined();
  await close();
  expect(recorded[0]?.response?.headers.slice(0, 2)).toEqual([
    ["X-Odd-CASE", "1"],
    ["Set-Cookie", "a=1"],
  ]);
});

it("a compressed body, which is judged as it is meant", async () => {
  const coded = gzipSync('{"data":[]}');
  const { baseUrl, recorded, close } = await inFrontOf((_incoming, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(coded),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of await sent(`${baseUrl}/v1/products`)) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toEqual(coded);
  await close();
  expect(recorded[0]?.response).toMatchObject({ body: '{"data":[]}', isUtf8: true, isCut: false });
});

it("a stream, chunk by chunk as it comes, both ways, and the trailers", async () => {
  const { baseUrl, recorded, close } = await inFrontOf(async (incoming, response) => {
    response.writeHead(200, { Trailer: "X-Sum" });
    for await (const chunk of incoming) response.write(`<${chunk}>`);
    response.addTrailers({ "X-Sum": incoming.trailers["x-sent"] ?? "none" });
    response.end();
  });
  const outgoing = request(`${baseUrl}/v1/feedback`, { method: "POST", headers: { trailer: "X-Sent" } });
  outgoing.write("one");
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const received = response[Symbol.asyncIterator]();
  expect(String((await received.next()).value)).toBe("<one>");
  outgoing.write("two");
  expect(String((await received.next()).value)).toBe("<two>");
  outgoing.addTrailers({ "X-Sent": "2" });
  outgoing.end();
  expect((await received.next()).done).toBe(true);
  expect(response.trailers).toEqual({ "x-sum": "2" });
  await close();
  expect(recorded[0]).toMatchObject({ request: { method: "POST", body: "onetwo" }, response: { body: "<one><two>" } });
});

it("an upgrade", async () => {
  const { baseUrl } = await inFrontOf(
    (_incoming, response) => response.writeHead(400).end(),
    (server) =>
      server.on("upgrade", (_incoming, socket: Socket) => {
        ends.push(() => socket.destroy());
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
        socket.pipe(socket);
      }),
  );
  const outgoing = request(`${baseUrl}/live`, { headers: { connection: "Upgrade", upgrade: "websocket" } });
  outgoing.end();
  const [, socket] = (await once(outgoing, "upgrade")) as [IncomingMessage, Socket];
  socket.write("hello");
  expect(String((await once(socket, "data"))[0])).toBe("hello");
  socket.destroy();
});

it.skipIf("Deno" in globalThis)(
  "a request that offers an upgrade to another protocol, which is answered as if it did not",
  async () => {
    const { baseUrl, recorded, close } = await inFrontOf(async (incoming, response) => {
      response.end(`${incoming.headers.upgrade ?? "no upgrade"}: ${await text(incoming)}`);
    });
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQAAP__" };
    for (const body of ["one", "two"]) {
      const outgoing = request(`${baseUrl}/v1/feedback`, { method: "POST", headers });
      outgoing.end(body);
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      expect(await text(response)).toBe(`no upgrade: ${body}`);
    }
    await close();
    expect(recorded.map(({ request }) => request.body)).toEqual(["one", "two"]);
  },
);

describe("records what came of an exchange that fails, and says how far it came:", () => {
  it("a body that breaks off", async () => {
    const { baseUrl, recorded, close } = await inFrontOf((_incoming, response) => {
      response.writeHead(200, { "content-length": "10" }).write("half");
      response.socket?.end();
    });
    await expect(text(await sent(`${baseUrl}/v1/products`))).rejects.toThrow();
    await close();
    expect(recorded).toMatchObject([
      { failure: "cut off after 4 of 10 bytes", response: { status: 200, body: "half", isCut: true } },
    ]);
  });

  it("a connection that the target resets", async () => {
    const { baseUrl, recorded, close } = await inFrontOf((incoming) => incoming.socket.destroy());
    expect((await sent(`${baseUrl}/v1/feedback`, { method: "POST" }, "{}")).statusCode).toBe(502);
    await close();
    expect(recorded.map(({ failure, response }) => [failure, response])).toEqual([
      [expect.stringMatching(/^the target did not answer: /), undefined],
    ]);
  });

  it("a request that the client gives up", async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const { baseUrl, recorded, close } = await inFrontOf(() => ask());
    const outgoing = request(`${baseUrl}/v1/products`).on("error", () => {});
    outgoing.end();
    await asked;
    outgoing.destroy();
    await expect.poll(() => recorded).toHaveLength(1);
    await close();
    expect(recorded.map(({ failure }) => failure)).toEqual([
      expect.stringMatching(/^no answer had come after \d+\.\d s, when the client ended the connection$/),
    ]);
  });

  it("a request, and a body, that the proxy's end interrupts", async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const { baseUrl, recorded, close } = await inFrontOf((incoming, response) => {
      if (incoming.url?.endsWith("/body")) response.writeHead(200).write("half");
      else ask();
    });
    const body = await sent(`${baseUrl}/v1/body`);
    body.on("error", () => {});
    await once(body, "data");
    request(`${baseUrl}/v1/products`)
      .on("error", () => {})
      .end();
    await asked;
    await close();
    expect(recorded.map(({ failure }) => failure).sort()).toEqual([
      "cut off after 4 bytes, when fpk proxy ended the connection",
      expect.stringMatching(/^no answer had come after \d+\.\d s, when fpk proxy ended the connection$/),
    ]);
  });
});

it("and 502 with the reason if the target does not answer", async () => {
  const { baseUrl, failures, stop } = await inFrontOf(() => {});
  stop();
  expect((await sent(`${baseUrl}/v1/products`)).statusCode).toBe(502);
  expect(failures[0]).toContain("ECONNREFUSED");
});
