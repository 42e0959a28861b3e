/** How responses are written to the wire. */
import type { ServerResponse } from "node:http";
import type { Response } from "express";
import type { OperationId } from "../../spec/contract.ts";

export interface ResponseWriter {
  /** Additional headers, besides those of the rate limit and of the body. */
  extraHeaders(operation: OperationId | undefined, status: number): Readonly<Record<string, string>>;
  /** Called after all headers but those of the body are set. */
  beforeBody(response: ServerResponse, operation: OperationId | undefined): void | Promise<void>;
  /** Writes the status, and the body as JSON if it is not undefined. */
  send: SendJson;
}

export type SendJson = (response: Response, status: number, body: unknown, operation: OperationId | undefined) => void;

export const responseWriter: ResponseWriter = {
  extraHeaders: () => ({}),
  beforeBody: () => {},
  send: (response, status, body) => {
    response.status(status);
    if (body === undefined) return void response.end();
    // Express hashes every body to answer conditional requests with 304. So it is used for conditional requests only.
    const { "if-none-match": tag, "if-modified-since": date } = response.req.headers;
    if (tag !== undefined || date !== undefined) return void response.json(body);
    const text = JSON.stringify(body);
    if (!response.hasHeader("Content-Type")) response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(text));
    response.end(text);
  },
};
