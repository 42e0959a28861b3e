/** The reference as an Express application, composed from its parts. */

import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Step } from "../parts/pipeline.ts";
import { contextOf } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";
import { authorize } from "./steps/authorize.ts";
import { body } from "./steps/body.ts";
import { errors } from "./steps/errors.ts";
import { identify } from "./steps/identify.ts";
import { limiter } from "./steps/limiter.ts";
import { routes } from "./steps/routes.ts";
import { validate } from "./steps/validate.ts";

const steps: Readonly<Record<Step, (server: ServerContext) => RequestHandler | ErrorRequestHandler>> = {
  identify,
  limiter,
  authorize,
  body,
  validate,
  routes,
  errors,
};

/**
 * An application that takes every request through the parts' pipeline, in its order. `pages`, if given, comes first, and passes on what
 * is the API's.
 */
export function createApp(server: ServerContext, pages?: RequestHandler): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  if (pages !== undefined) app.use(pages);
  app.use((request, _response, next) => {
    const { method } = request;
    if (method === "HEAD" && server.parts.responseWriter.answersHead) request.method = "GET";
    contextOf(request, method);
    next();
  });
  for (const step of server.parts.pipeline.steps) app.use(steps[step](server));
  return app;
}
