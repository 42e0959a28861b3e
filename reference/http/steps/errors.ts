import type { ErrorRequestHandler } from "express";
import { callOf } from "../request-context.ts";
import { answer } from "../respond.ts";
import type { Running } from "../server-context.ts";

/** Answers whatever a step before it threw, with an error body (§7.1). */
export const errors =
  (running: Running): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = running.parts.errors.refusalOf(error);
    if (refusal.kind === "internal") running.report(error);
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    const { operation } = callOf(request);
    const status = running.parts.errors.status(refusal.kind, operation);
    await answer(running, request, response, status, running.parts.errors.body(refusal, operation));
  };
