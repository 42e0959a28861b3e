import type { RequestHandler } from "express";
import { Refusal } from "../../parts/http-error.ts";
import { callOf } from "../request-context.ts";
import type { Running } from "../server-context.ts";

/** 401 without valid credentials, 403 where the role may not (§5.8); then what is wrong with the request line. */
export const authorize =
  ({ parts, store }: Running): RequestHandler =>
  (request, _response, next) => {
    const { credentials } = parts;
    const call = callOf(request);
    const { operation, params, fault } = call;
    const caller = call.caller ?? credentials.stranger(store, call, request.headers.authorization);
    call.caller = caller;
    if (
      operation !== undefined &&
      !credentials.permits(credentials.roleFor(store, caller, params), operation, caller)
    ) {
      throw new Refusal("forbidden", "Your role does not permit this.");
    }
    if (fault !== undefined) throw fault;
    next();
  };
