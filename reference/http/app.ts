/** The reference as an Express application, composed from its parts. */

import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Step } from "../parts/parts.ts";
import { callOf } from "./request-context.ts";
import type { Running } from "./server-context.ts";
import { authorize } from "./steps/authorize.ts";
import { body } from "./steps/body.ts";
import { errors } from "./steps/errors.ts";
import { identify } from "./steps/identify.ts";
import { limiter } from "./steps/limiter.ts";
import { routes } from "./steps/routes.ts";
import { validate } from "./steps/validate.ts";

const steps: Readonly<Record<Step, (running: Running) => RequestHandler | ErrorRequestHandler>> = {
  identify,
  limiter,
  authorize,
  body,
  validate,
  routes,
  errors,
};

/** An application that takes every request through the parts' pipeline, in its order. */
export function createApp(running: Running): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  app.use((request, _response, next) => {
    if (request.method === "HEAD" && running.parts.http.answersHead) request.method = "GET";
    callOf(request);
    next();
  });
  for (const step of running.parts.pipeline) app.use(steps[step](running));
  return app;
}
