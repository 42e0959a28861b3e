import { parsePointer } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { OpenApiValidator } from "./openapi-validator.ts";

/** The HttpError for an error of the validator; returns any other value as it is. */
export function httpErrorOfViolation(kinds: OpenApiValidator["violations"], error: unknown, body: unknown): unknown {
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

/**
 * The validator's path, such as `/body/content/tags/0`, as the document's (§2.14): names, and numbers for indices of arrays
 * in `body`. A path into the body starts within it; any other (`/params/productId`) keeps its first name.
 */
function issuePath(pointer: string, body: unknown): readonly (string | number)[] {
  const [first, ...rest] = parsePointer(pointer);
  if (first !== "body") return parsePointer(pointer);
  let at = body;
  return rest.map((name) => {
    const step = Array.isArray(at) && /^\d+$/.test(name) ? Number(name) : name;
    at = typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined;
    return step;
  });
}
