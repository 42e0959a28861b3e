/** The one place where answers leave: with the rate limit's headers on every status (§8). */

import type { Request, Response } from "express";
import { callOf } from "./request-context.ts";
import type { Running } from "./server-context.ts";

/** Sends a status and a JSON body; undefined sends none. */
export async function answer(
  { parts, clock, limit }: Running,
  request: Request,
  response: Response,
  status: number,
  body: unknown,
): Promise<void> {
  const { operation, caller, hit, giveBack } = callOf(request);
  const { limiter, http, sendsJson } = parts;
  if (giveBack !== undefined && !limiter.keepsCount(caller, operation, status)) giveBack();
  if (hit !== undefined && limiter.shows(operation, status)) {
    response.set(limiter.headers(hit, limit, clock.now()));
  }
  response.set(http.headers(operation, status));
  await http.prepare(response, operation);
  sendsJson(response, status, body, operation);
}
