import { isRecord } from "../../../spec/contract.ts";
import { Refusal } from "../../parts/http-error.ts";
import type { ContractValidator } from "./contract-validator.ts";
import { issuePath } from "./issue-path.ts";

/** The refusal that an error of the validator stands for; any other value comes back as it is. */
export function violationOf(kinds: ContractValidator["violations"], error: unknown, body: unknown): unknown {
  if (error instanceof kinds.BadRequest) {
    const issues = error.errors.map(({ path, message, errorCode }) => ({
      code: errorCode?.split(".")[0] ?? "invalid",
      message: message ?? "is invalid",
      path: issuePath(path, body),
    }));
    return new Refusal("invalid", "The request is invalid.", issues);
  }
  if (error instanceof kinds.NotFound) return new Refusal("notFound", "There is no such endpoint here.");
  if (error instanceof kinds.UnsupportedMediaType) {
    return new Refusal("unsupportedMediaType", "The body must be JSON: Content-Type: application/json.");
  }
  if (!(error instanceof kinds.MethodNotAllowed)) return error;
  const allow = "headers" in error && isRecord(error.headers) ? error.headers.Allow : undefined;
  const headers: Record<string, string> = typeof allow === "string" ? { Allow: allow } : {};
  return new Refusal("methodNotAllowed", "This method is not allowed here.", [], headers);
}
