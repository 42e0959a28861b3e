/** The reference as an Express application, composed from its parts. */

import express, { type Express, type RequestHandler } from "express";
import type { Step } from "../parts/pipeline.ts";
import { contextOf } from "./request-context.ts";
import type { ServerContext } from "./server-context.ts";
import { authorize } from "./steps/authorize.ts";
import { body } from "./steps/body.ts";
import { answerError } from "./steps/errors.ts";
import { identify } from "./steps/identify.ts";
import { limiter } from "./steps/limiter.ts";
import { routes } from "./steps/routes.ts";
import type { RunStep } from "./steps/step.ts";
import { validate } from "./steps/validate.ts";

const stepOf: Readonly<Record<Step, (server: ServerContext) => RunStep>> = {
  identify,
  limiter,
  authorize,
  body,
  validate,
  routes,
};

/**
 * An application that takes every request through the parts' pipeline, in its order. `pages`, if given, comes first, and passes on
 * requests to the API.
 */
export function createApp(server: ServerContext, pages?: RequestHandler): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  if (pages !== undefined) app.use(pages);
  const steps = server.parts.pipeline.steps.map((step) => stepOf[step](server));
  app.use(async (request, response) => {
    const { method } = request;
    if (method === "HEAD") request.method = "GET";
    contextOf(request, method, server.parts.router);
    try {
      for (const step of steps) await step(request, response);
    } catch (error) {
      await answerError(server, error, request, response);
    }
  });
  return app;
}
