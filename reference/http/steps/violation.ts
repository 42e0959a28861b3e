import { isRecord } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { ContractValidator } from "./contract-validator.ts";
import { issuePath } from "./issue-path.ts";

/** The HttpError for an error of the validator; returns any other value as it is. */
export function httpErrorOfViolation(kinds: ContractValidator["violations"], error: unknown, body: unknown): unknown {
  if (error instanceof kinds.BadRequest) {
    const issues = error.errors.map(({ path, message, errorCode }) => ({
      code: errorCode?.split(".")[0] ?? "invalid",
      message: message ?? "is invalid",
      path: issuePath(path, body),
    }));
    return new HttpError("invalid", "The request is invalid.", issues);
  }
  if (error instanceof kinds.NotFound) return new HttpError("notFound", "There is no such endpoint here.");
  if (error instanceof kinds.UnsupportedMediaType) {
    return new HttpError("unsupportedMediaType", "The body must be JSON: Content-Type: application/json.");
  }
  if (!(error instanceof kinds.MethodNotAllowed)) return error;
  const allow = "headers" in error && isRecord(error.headers) ? error.headers.Allow : undefined;
  const headers: Record<string, string> = typeof allow === "string" ? { Allow: allow } : {};
  return new HttpError("methodNotAllowed", "This method is not allowed here.", [], headers);
}
