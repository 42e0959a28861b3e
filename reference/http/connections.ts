/** The requests under way on each connection, so that what is written to it outside the application comes in its turn. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface Connections {
  /** To be called for each request. False if it must not be answered, since the connection ends after an earlier one (`endAfter`). */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Closes the connection behind this answer, and lets no request that is already read follow it. */
  endAfter(response: ServerResponse): void;
  /** The answer to the request whose bytes are read now; undefined between two requests. */
  current(socket: Duplex): ServerResponse | undefined;
  /** Resolves when the requests that were read whole are answered. */
  answered(socket: Duplex): Promise<void>;
  /** Takes no more connections, lets the requests under way finish, and ends after `graceMs` those that have not. */
  close(server: Server, graceMs: number): Promise<void>;
}

export function connections(): Connections {
  const underWay = new Set<ServerResponse>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  const ending = new WeakSet<Duplex>();
  let isClosing = false;

  return {
    begin(request, response) {
      if (ending.has(request.socket)) return false;
      underWay.add(response);
      latest.set(request.socket, response);
      if (isClosing) response.setHeader("Connection", "close");
      response.once("close", () => underWay.delete(response));
      return true;
    },

    endAfter(response) {
      ending.add(response.req.socket);
      response.setHeader("Connection", "close");
    },

    current(socket) {
      const response = latest.get(socket);
      return response === undefined || response.req.complete ? undefined : response;
    },

    async answered(socket) {
      const complete = [...underWay].filter(({ req }) => req.socket === socket && req.complete);
      await Promise.all(complete.map((response) => new Promise<void>((resolve) => response.once("close", resolve))));
    },

    async close(server, graceMs) {
      isClosing = true;
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader("Connection", "close");
        // Its connection may be kept open for a next request.
        response.once("close", () => setImmediate(() => server.closeIdleConnections()));
      }
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(cutOff);
    },
  };
}
