/** Answers what Node cannot read as a request, and Express therefore never sees: with the error body and the headers too. */

import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { HttpError } from "../parts/http-error.ts";
import type { Connections } from "./connections.ts";
import { logUnreadable } from "./request-log.ts";
import type { ServerContext } from "./server-context.ts";

/** How long a client may go on sending what nobody reads, so that it can read the answer before the connection is reset. */
const lingerMs = 1000;

/** A listener for `clientError`. */
export function answerUnreadable(context: ServerContext, connections: Connections) {
  const ending = new WeakSet<Duplex>();
  return async (cause: NodeJS.ErrnoException, socket: Duplex): Promise<void> => {
    if (ending.has(socket)) return;
    ending.add(socket);
    if (cause.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    // A second answer to the same request would be taken for the answer to the next one.
    const current = connections.current(socket);
    const isAnswered = current?.headersSent === true;
    await connections.answered(socket);
    const status = statusOf(cause);
    if (!isAnswered) logUnreadable(current, status, context.log);
    if (isAnswered) socket.end();
    else socket.end(unreadable(context, status));
    socket.resume();
    const cutOff = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once("close", () => clearTimeout(cutOff));
  };
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return 413;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408;
  }
  return 400;
}

/** The bytes of the answer, after which the connection is closed. */
function unreadable({ parts, algorithm, clock, limit, windowMs }: ServerContext, status: number): Buffer {
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
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n`), body]);
}
