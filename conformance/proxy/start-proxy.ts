/** A reverse proxy on loopback. httpxy forwards the bytes, and each exchange is recorded when it has passed. */
import { once } from "node:events";
import { createServer, IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxyServer } from "httpxy";
import { errorMessage } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Recorded } from "../traffic/recorded.ts";
import { fieldsOf } from "./header-fields.ts";
import { OpenTaps } from "./open-taps.ts";
import { forwardFields, Tap } from "./tap.ts";

interface ProxyOptions {
  /** The target's base URL; the proxy has the same paths. */
  readonly baseUrl: string;
  /** Undefined for any free port. */
  readonly port: number | undefined;
  /** Accepts any TLS certificate of the target. */
  readonly insecure: boolean;
  /** Called for each exchange, after its last byte was forwarded, or when it failed. */
  readonly onExchange: (recorded: Recorded) => void;
}

interface Proxy {
  /** The URL to use in place of the target's base URL. */
  readonly baseUrl: string;
  /** Ends every connection, and resolves when all exchanges were passed to `onExchange`. */
  close(): Promise<void>;
}

/** A request with its tap: looking taps up in a map would take a tenth of the proxy's time. */
class TappedRequest extends IncomingMessage {
  tap: Tap | undefined;
}

const tapOf = (request: IncomingMessage) => (request instanceof TappedRequest ? request.tap : undefined);

/** The head of the request as it came, without the offer of another protocol. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const kept = fieldsOf(rawHeaders).filter(([name]) => !/^(?:upgrade|http2-settings|connection)$/i.test(name));
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...kept.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Throws `UsageError` if the port is taken. */
export async function startProxy({ baseUrl, port = 0, insecure, onExchange }: ProxyOptions): Promise<Proxy> {
  const { origin, pathname } = new URL(baseUrl);
  const proxy = createProxyServer({ target: origin, changeOrigin: true, secure: !insecure, prependPath: false });
  const open = new OpenTaps();
  const record = (tap: Tap, recorded: Recorded | undefined) => {
    // An answer that has begun is recorded when it has ended.
    if (recorded !== undefined && open.delete(tap)) onExchange(recorded);
  };

  const fail = (failure: string, tap: Tap | undefined, response: ServerResponse, proxied?: IncomingMessage) => {
    if (tap !== undefined) record(tap, tap.recordFailure(failure, proxied));
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { "content-type": "text/plain" }).end("fpk proxy: the target did not answer\n");
  };
  const noAnswer = (error: unknown) => `the target did not answer: ${errorMessage(error)}`;
  proxy.on("proxyReq", (proxied, request) => tapOf(request)?.watchRequest(proxied));
  proxy.on("proxyRes", (proxied, request, response) => {
    const tap = tapOf(request);
    if (tap === undefined) return;
    try {
      const headers = fieldsOf(proxied.rawHeaders);
      forwardFields(headers, proxied, response as ServerResponse);
      tap.recordResponse(headers, proxied, (recorded) => record(tap, recorded));
    } catch (error) {
      fail(`its answer could not be forwarded: ${errorMessage(error)}`, tap, response as ServerResponse, proxied);
    }
  });

  const server = createServer({ IncomingMessage: TappedRequest }, (request, response) => {
    // Node has already answered `Expect: 100-continue`.
    delete request.headers.expect;
    const tap = new Tap(request, origin);
    request.tap = tap;
    open.add(tap);
    response.once("close", () => {
      if (response.writableFinished) return;
      tap.endedBy("the client");
      record(tap, tap.recordNoAnswer());
    });
    proxy.web(request, response).catch((error: unknown) => fail(noAnswer(error), tap, response));
  });
  server.on("upgrade", (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== "websocket") {
      // Only websockets are forwarded. To any other offer, such as h2c, a server may answer as if there were none (RFC 9110 §7.8).
      if ("Deno" in globalThis) {
        const recorded = new Tap(request, origin).recordFailure("not forwarded, since it offers an upgrade, on Deno");
        if (recorded !== undefined) onExchange(recorded);
        socket.end("HTTP/1.1 501 Not Implemented\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
      server.emit("connection", socket);
      return;
    }
    proxy.ws(request, socket as never, {}, head).catch(() => socket.destroy());
  });
  proxy.on("error", (error, request, response) => {
    if (request !== undefined && response !== undefined && "writeHead" in response)
      fail(noAnswer(error), tapOf(request), response as ServerResponse);
    else response?.destroy();
  });

  await listen(server, port);
  const { port: listening } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${listening}${pathname.replace(/\/$/, "")}`,
    async close() {
      server.close();
      for (const tap of open.all()) {
        tap.endedBy("fpk proxy");
        record(tap, tap.recordNoAnswer());
      }
      server.closeAllConnections();
      await open.whenEmpty();
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    throw new UsageError(`--port ${port}: ${errorMessage(error)}; choose another, or leave it out for any free one`);
  }
}
