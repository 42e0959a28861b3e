/** Requests and responses that have Express's prototypes from the start. */
import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/** The classes of a server's requests and responses. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Options of `createServer` for this application. Express gives each request and response its own prototype (`app.handle`), which makes
 * the engine drop what it has optimized; where the prototype is already the one that Express sets, nothing changes.
 */
export function withPrototypesOf(app: Express): Messages {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
