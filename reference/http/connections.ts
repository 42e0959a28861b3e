/** The requests under way on each connection, so that what is written to it outside the application comes in its turn. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface Connections {
  /** Called for each request. */
  opened(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request whose bytes are read now has been answered already. */
  hasAnsweredCurrent(socket: Duplex): boolean;
  /** Resolves when the requests that were read whole are answered. */
  answered(socket: Duplex): Promise<void>;
  /** Takes no more connections, lets the requests under way finish, and ends after `graceMs` those that have not. */
  close(server: Server, graceMs: number): Promise<void>;
}

export function connections(): Connections {
  const underWay = new Set<ServerResponse>();
  const current = new WeakMap<Duplex, ServerResponse>();
  let isClosing = false;

  return {
    opened(request, response) {
      underWay.add(response);
      current.set(request.socket, response);
      if (isClosing) response.setHeader("Connection", "close");
      response.once("close", () => underWay.delete(response));
    },

    hasAnsweredCurrent(socket) {
      const response = current.get(socket);
      return response !== undefined && !response.req.complete && response.headersSent;
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
