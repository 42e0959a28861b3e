import type { ErrorRequestHandler } from "express";
import { contextOf } from "../request-context.ts";
import { respond } from "../respond.ts";
import type { ServerContext } from "../server-context.ts";

/** Answers what a step before it threw, with an error body (§7.1). */
export const errors =
  (server: ServerContext): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const httpError = server.parts.errors.httpErrorOf(error);
    if (httpError.kind === "internal") server.report(error);
    for (const [name, value] of Object.entries(httpError.headers)) response.setHeader(name, value);
    const { operation } = contextOf(request);
    const status = server.parts.errors.status(httpError.kind, operation);
    await respond(server, request, response, status, server.parts.errors.body(httpError, operation));
  };
