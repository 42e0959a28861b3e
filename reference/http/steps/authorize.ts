import { HttpError } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import type { RunStep } from "./step.ts";

/** 401 without valid credentials, 403 if the role is not permitted (§5.8); then the error of a malformed request line. */
export const authorize =
  ({ parts, store }: ServerContext): RunStep =>
  (request) => {
    const { credentials } = parts;
    const context = contextOf(request);
    const { operation, params, malformed } = context;
    const caller = context.caller ?? credentials.unauthenticated(store, context, request.headers.authorization);
    context.caller = caller;
    if (
      operation !== undefined &&
      !credentials.permits(credentials.roleFor(store, caller, params), operation, caller)
    ) {
      throw new HttpError("forbidden", "Your role does not permit this.");
    }
    if (malformed !== undefined) throw malformed;
  };
