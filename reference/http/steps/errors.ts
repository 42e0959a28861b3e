import type { Request, Response } from "express";
import type { ErrorKind } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import { respond } from "../respond.ts";
import type { ServerContext } from "../server-context.ts";

const unexpected: ReadonlySet<ErrorKind> = new Set(["internal", "storageFailing", "storageFull"]);

/** Answers what a step threw, with an error body (§7.1). Throws it again if a response has begun. */
export async function answerError(
  server: ServerContext,
  error: unknown,
  request: Request,
  response: Response,
): Promise<void> {
  if (response.headersSent) throw error;
  const httpError = server.parts.errors.httpErrorOf(error);
  if (unexpected.has(httpError.kind)) server.report(error);
  for (const [name, value] of Object.entries(httpError.headers)) response.setHeader(name, value);
  const { operation } = contextOf(request);
  const status = server.parts.errors.status(httpError.kind, operation);
  await respond(server, request, response, status, server.parts.errors.body(httpError, operation));
}
