/** express-openapi-validator on the enforced contract: says what is wrong with a request. Loaded and compiled once in a process, when it is first used. */

import { type RequestHandler, Router } from "express";
import { enforcedDocument } from "../contract.ts";

export interface OpenApiValidator {
  readonly middleware: RequestHandler;
  /** The classes of the errors that the middleware passes on. */
  readonly violations: typeof import("express-openapi-validator").error;
}

let compiled: Promise<OpenApiValidator> | undefined;

export function openApiValidator(): Promise<OpenApiValidator> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<OpenApiValidator> {
  const { middleware, error } = await import("express-openapi-validator");
  const middlewares = middleware({
    apiSpec: (await enforcedDocument()) as unknown as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
  });
  return { middleware: Router().use(middlewares as unknown as RequestHandler[]), violations: error };
}
