import type { RequestHandler } from "express";
import { Refusal } from "../../parts/http-error.ts";
import { callOf } from "../request-context.ts";
import { answer } from "../respond.ts";
import type { Running } from "../server-context.ts";

/** Does the operation's work, and answers with its success. */
export const routes =
  (running: Running): RequestHandler =>
  async (request, response) => {
    const { parts, store, clock } = running;
    const { operation, caller, params } = callOf(request);
    if (operation === undefined) throw new Refusal("notFound", "There is no such endpoint here.");
    if (caller === undefined) throw new Refusal("unauthenticated", "A valid bearer token is needed.");
    const result = await parts.routes[operation]({
      operation,
      caller,
      params,
      body: request.body,
      store,
      now: clock.now(),
      baseUrl: running.baseUrl(),
      parts,
    });
    await answer(running, request, response, parts.success.status(operation), parts.success.body(operation, result));
  };
