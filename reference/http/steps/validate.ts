/** The step that validates a request: by the contract, and for the issues by the library. */
import type { Request, Response } from "express";
import { HttpError, type Issue } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { compiledContract } from "./compiled-contract.ts";
import { openApiValidator } from "./openapi-validator.ts";
import { passes, type RunStep } from "./step.ts";
import { httpErrorOfViolation } from "./violation.ts";

type Validation = ServerContext["parts"]["validation"];

/** Validates the request against the enforced contract; a violation becomes issues with paths (§2.14). */
export const validate =
  ({ parts: { validation } }: ServerContext): RunStep =>
  async (request, response) => {
    const error = (await isValid(request)) ? undefined : await findViolation(request, response);
    const remaining = withPartsIssues(request, error, validation);
    if (remaining !== undefined) throw remaining;
  };

/**
 * By the compiled schemas alone: the library searches all operations. A GET has no body, and any string is a valid path parameter.
 * An unknown path is left to the library.
 */
async function isValid(request: Request): Promise<boolean> {
  const { operation } = contextOf(request);
  if (operation === undefined) return false;
  if (request.method === "GET") return true;
  const isJson = mediaTypeOf(request)?.toLowerCase() === "application/json";
  return isJson && (await compiledContract()).acceptsBody(operation, request.body);
}

/** What the library finds wrong with the request; undefined if it finds nothing. */
async function findViolation(request: Request, response: Response): Promise<unknown> {
  // The library compiles and keeps a validator for each set of a media type's parameters.
  const mediaType = mediaTypeOf(request);
  if (mediaType !== undefined) request.headers["content-type"] = mediaType;
  const { middleware, violations } = await openApiValidator();
  return passes(middleware, request, response).then(
    () => undefined,
    (error: unknown) => httpErrorOfViolation(violations, error, request.body),
  );
}

/** The error after `validation` has removed and added issues; undefined if no issue remains. */
function withPartsIssues(request: Request, error: unknown, validation: Validation): unknown {
  const { operation } = contextOf(request);
  const isViolation = error instanceof HttpError && error.kind === "invalid";
  if (operation === undefined || (error !== undefined && !isViolation)) return error;
  const found: readonly Issue[] = isViolation ? error.issues : [];
  const kept = found.filter((issue) => !validation.ignores(operation, issue));
  const issues = [...kept, ...validation.extraIssues(operation, request.body)];
  return issues.length === 0 ? undefined : new HttpError("invalid", "The request is invalid.", issues);
}

/** The request's media type, without its parameters. */
const mediaTypeOf = ({ headers }: Request): string | undefined => headers["content-type"]?.split(";")[0]?.trim();
