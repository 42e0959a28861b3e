/** express-openapi-validator on the enforced contract. Loaded and compiled once in a process, when it is first used. */

import { type RequestHandler, Router } from "express";
import { enforcedDocument } from "../contract.ts";

export interface ContractValidator {
  readonly middleware: RequestHandler;
  /** The classes of the errors that the middleware passes on. */
  readonly violations: typeof import("express-openapi-validator").error;
}

const compiled = new Map<boolean, Promise<ContractValidator>>();

/** The validator, with or without the validation of responses. */
export function contractValidator(validatesResponses: boolean): Promise<ContractValidator> {
  const known = compiled.get(validatesResponses) ?? compile(validatesResponses);
  compiled.set(validatesResponses, known);
  return known;
}

async function compile(validatesResponses: boolean): Promise<ContractValidator> {
  const { middleware, error } = await import("express-openapi-validator");
  const middlewares = middleware({
    apiSpec: (await enforcedDocument()) as unknown as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true, coerceTypes: false },
    validateResponses: validatesResponses,
    validateSecurity: false,
    fileUploader: false,
  });
  return { middleware: Router().use(middlewares as unknown as RequestHandler[]), violations: error };
}
