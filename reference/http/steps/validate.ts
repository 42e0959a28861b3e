import type { Request } from "express";
import { HttpError, type Issue } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { compiledContract } from "./compiled-contract.ts";
import { contractValidator } from "./contract-validator.ts";
import { passes, type RunStep } from "./step.ts";
import { httpErrorOfViolation } from "./violation.ts";

/** Validates the request against the enforced contract; a violation becomes issues with paths (§2.14). */
export function validate({ parts }: ServerContext): RunStep {
  const { validation } = parts;

  /** The error after `validation` has removed and added issues; undefined if no issue remains. */
  function withPartsIssues(request: Request, error: unknown): unknown {
    const { operation } = contextOf(request);
    const isViolation = error instanceof HttpError && error.kind === "invalid";
    if (operation === undefined || (error !== undefined && !isViolation)) return error;
    const found: readonly Issue[] = isViolation ? error.issues : [];
    const kept = found.filter((issue) => !validation.ignores(operation, issue));
    const issues = [...kept, ...validation.extraIssues(operation, request.body)];
    return issues.length === 0 ? undefined : new HttpError("invalid", "The request is invalid.", issues);
  }

  /** Whether nothing is wrong. The library looks for the operation among all, so it is asked only what is. Any string is a valid path parameter. */
  async function holds(request: Request): Promise<boolean> {
    const { operation } = contextOf(request);
    if (operation === undefined) return false;
    if (request.method === "GET") return true;
    return isJson(request) && (await compiledContract()).acceptsBody(operation, request.body);
  }

  const isJson = ({ headers: { "content-type": type = "" } }: Request): boolean =>
    validation.acceptsAnyMediaType || type.split(";")[0]?.trim().toLowerCase() === "application/json";

  return async (request, response) => {
    let found: unknown;
    if (!(await holds(request))) {
      const { middleware, violations } = await contractValidator();
      const type = request.headers["content-type"];
      if (validation.acceptsAnyMediaType) request.headers["content-type"] = "application/json";
      // The library compiles and keeps a validator for each set of a media type's parameters.
      else if (type !== undefined) request.headers["content-type"] = type.split(";")[0]?.trim();
      await passes(middleware, request, response).catch((error: unknown) => {
        found = httpErrorOfViolation(violations, error, request.body);
      });
    }
    const remaining = withPartsIssues(request, found);
    if (remaining !== undefined) throw remaining;
  };
}
