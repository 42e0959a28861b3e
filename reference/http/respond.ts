/** Sends every response of the application, with the rate limit's headers on every status (§8). */

import type { Request, Response } from "express";
import { contextOf } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Sends a status and a JSON body; undefined sends none. */
export async function respond(
  { parts, clock, limit }: ServerContext,
  request: Request,
  response: Response,
  status: number,
  body: unknown,
): Promise<void> {
  const { operation, caller, hit, undoCount } = contextOf(request);
  const { limiter, responseWriter } = parts;
  if (undoCount !== undefined && !limiter.staysCounted(caller, operation, status)) undoCount();
  if (hit !== undefined && limiter.sendsHeaders(operation, status)) {
    setHeaders(response, limiter.headers(hit, limit, clock.now()));
  }
  setHeaders(response, responseWriter.extraHeaders(operation, status));
  await responseWriter.beforeBody(response, operation);
  responseWriter.send(response, status, body, operation);
}
