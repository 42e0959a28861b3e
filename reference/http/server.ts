/** The HTTP server around the application. What Node would answer itself carries the error body and the headers too. */

import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { HttpError } from "../parts/http-error.ts";
import { prefix } from "./match-operation.ts";
import type { ServerContext } from "./server-context.ts";

/** A server that is not listening yet. */
export function createHttpServer(context: ServerContext, app: RequestListener): Server {
  // The application rejects a request without Host, so that its 400 is like every other.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    request.url = originForm(request);
    app(request, response);
  });
  // Longer than a window, so that a connection stays open while a client waits for the next one.
  server.keepAliveTimeout = 75_000;
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (cause: NodeJS.ErrnoException, socket) => {
    if (cause.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    writeUnreadable(context, socket, statusOf(cause));
  });
  return server;
}

/** A proxy's request line holds the whole URL; the application expects a path. */
function originForm({ url = "/" }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

/** Answers what Node could not read as a request, and Express therefore never sees. */
function writeUnreadable(
  { parts, algorithm, clock, limit, windowMs }: ServerContext,
  socket: Duplex,
  status: number,
): void {
  const hit = algorithm.peek("", clock.now(), limit, windowMs);
  const reason = STATUS_CODES[status] ?? "Error";
  const error = new HttpError("malformedRequest", `The request cannot be read: ${reason}.`);
  const body = Buffer.from(JSON.stringify(parts.errors.body(error, undefined)));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(body.length),
    Connection: "close",
    ...(parts.limiter.sendsHeaders(undefined, status) ? parts.limiter.headers(hit, limit, clock.now()) : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n`), body]));
}

/** Listens, and resolves to the base URL. Rejects with the system's error, such as EADDRINUSE. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  return `http://${reachable(host)}:${bound}${prefix}`;
}

/** The host name in the base URL of a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** Stops listening and ends the connections that are open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
