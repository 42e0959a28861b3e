/** The HTTP server around the application. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { connections } from "./connections.ts";
import { withPrototypesOf } from "./express-prototypes.ts";
import { hasFramingFault } from "./framing.ts";
import { answerHealth, isHealthCheck } from "./health.ts";
import { prefix } from "./match-operation.ts";
import { logWhenDone } from "./request-log.ts";
import type { ServerContext } from "./server-context.ts";
import { answerUnreadable } from "./unreadable.ts";
import { type Answer, withoutSocket } from "./without-socket.ts";

/** How long clients may take, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request, from its first byte or the start of the connection. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
}

/** `idleMs` is longer than a window, so that a connection stays open while a client waits for the next one. */
const defaultTimeouts: Timeouts = { headersMs: 20_000, requestMs: 60_000, idleMs: 75_000 };

/** How long requests under way may take when the server is closed, in milliseconds. */
const closingMs = 5000;

interface HttpServer {
  /** Listens, and resolves to the base URL. Rejects with the system's error, such as EADDRINUSE. */
  listen(host: string, port: number): Promise<string>;
  /** Answers a request that comes over no socket. */
  readonly answer: Answer;
  /** Takes no more requests, and resolves when those under way are answered. */
  close(): Promise<void>;
}

/** A server that is not listening yet. */
export function createHttpServer(
  context: ServerContext,
  app: Express,
  { headersMs, requestMs, idleMs } = defaultTimeouts,
): HttpServer {
  const open = connections();
  const prototypes = withPrototypesOf(app);
  const server = createServer(
    {
      ...prototypes,
      // The application rejects a request without Host, so that its 400 is like every other.
      requireHostHeader: false,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(headersMs / 4, 5000),
    },
    (request, response) => {
      if (!open.begin(request, response)) return;
      request.url = originForm(request);
      const isFaulty = hasFramingFault(request);
      if (isFaulty) open.endAfter(response);
      if (!isFaulty && isHealthCheck(request)) return void answerHealth(context.store, response);
      if (context.log !== undefined) logWhenDone(request, response, context.log);
      app(request, response);
    },
  );
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", answerUnreadable(context, open));
  return {
    listen: (host, port) => listen(server, host, port),
    answer: withoutSocket(server, prototypes),
    close: () => open.close(server, closingMs),
  };
}

/** A proxy's request line holds the whole URL; the application expects a path. */
function originForm({ url = "/" }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return path === "" || path.startsWith("?") ? `/${path}` : path;
}

async function listen(server: Server, host: string, port: number): Promise<string> {
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
