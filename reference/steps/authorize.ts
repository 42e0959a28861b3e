import type { RequestHandler } from "express";
import { callOf } from "../call.ts";
import { Refusal } from "../refusal.ts";
import type { Running } from "./running.ts";

/** 401 without valid credentials, 403 where the role may not (§5.8); then what is wrong with the request line. */
export const authorize =
  ({ parts, store }: Running): RequestHandler =>
  (request, _response, next) => {
    const { caller, operation, params, fault } = callOf(request);
    if (caller === undefined) {
      throw new Refusal("unauthenticated", "A valid bearer token is needed.", [], { "WWW-Authenticate": "Bearer" });
    }
    const { credentials } = parts;
    if (
      operation !== undefined &&
      !credentials.permits(credentials.roleFor(store, caller, params), operation, caller)
    ) {
      throw new Refusal("forbidden", "Your role does not permit this.");
    }
    if (fault !== undefined) throw fault;
    next();
  };
