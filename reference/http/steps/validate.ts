import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { Issue } from "../../parts/http-error.ts";
import { Refusal } from "../../parts/http-error.ts";
import { callOf } from "../request-context.ts";
import type { Running } from "../server-context.ts";
import { contractValidator } from "./contract-validator.ts";
import { violationOf } from "./violation.ts";

/** Holds the request against the enforced contract; a violation becomes issues with paths (§2.14). */
export function validate({ parts, validatesResponses }: Running): RequestHandler {
  const { validation } = parts;

  /** What remains of an error, or of none, once the part has had its say. */
  function judge(request: Request, error: unknown): unknown {
    const { operation } = callOf(request);
    const isViolation = error instanceof Refusal && error.kind === "invalid";
    if (operation === undefined || (error !== undefined && !isViolation)) return error;
    const found: readonly Issue[] = isViolation ? error.issues : [];
    const kept = found.filter((issue) => !validation.overlooks(operation, issue));
    const issues = [...kept, ...validation.further(operation, request.body)];
    return issues.length === 0 ? undefined : new Refusal("invalid", "The request is invalid.", issues);
  }

  return async (request, response, next) => {
    const { middlewares, violations } = await contractValidator(validatesResponses);
    const type = request.headers["content-type"];
    if (parts.validation.takesAnyMediaType) request.headers["content-type"] = "application/json";
    // A validator would be compiled, and kept, for each set of a media type's parameters.
    else if (type !== undefined) request.headers["content-type"] = type.split(";")[0]?.trim();
    inTurn(middlewares, request, response, (error) =>
      next(judge(request, violationOf(violations, error, request.body))),
    );
  };
}

/** Runs middlewares one after the other; `done` gets the first error. */
function inTurn(middlewares: readonly RequestHandler[], request: Request, response: Response, done: NextFunction) {
  const [first, ...rest] = middlewares;
  if (first === undefined) return done();
  const next = (error?: unknown) => (error === undefined ? inTurn(rest, request, response, done) : done(error));
  try {
    first(request, response, next);
  } catch (error) {
    done(error);
  }
}
