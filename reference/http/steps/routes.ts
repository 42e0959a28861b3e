import type { RequestHandler } from "express";
import { HttpError } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import { respond } from "../respond.ts";
import type { ServerContext } from "../server-context.ts";

/** Runs the operation's route, and answers with its success. */
export const routes =
  (server: ServerContext): RequestHandler =>
  async (request, response) => {
    const { parts, store, clock } = server;
    const { operation, caller, params } = contextOf(request);
    if (operation === undefined) throw new HttpError("notFound", "There is no such endpoint here.");
    if (caller === undefined) throw new HttpError("unauthenticated", "A valid bearer token is needed.");
    const result = await parts.routes[operation]({
      operation,
      caller,
      params,
      body: request.body,
      store,
      now: clock.now(),
      baseUrl: server.baseUrl(),
      parts,
    });
    await store.flushed();
    await respond(server, request, response, parts.success.status(operation), parts.success.body(operation, result));
  };
