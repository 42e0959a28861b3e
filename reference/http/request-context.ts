/** The context of a request: made when a step first asks for it. */

import type { IncomingMessage } from "node:http";
import { HttpError } from "../parts/http-error.ts";
import type { RequestContext } from "../parts/request-context.ts";
import { type Router, router } from "../parts/router.ts";
import { framingFault } from "./framing.ts";
import { matchOperation } from "./match-operation.ts";

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** `method`: the method as it was sent, if a step has changed the request's since. `normalize` applies when the context is made. */
export function contextOf(
  request: IncomingMessage,
  method = request.method ?? "",
  { normalize }: Router = router,
): RequestContext {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const { url: target = "" } = request;
  const { operation, params, isMalformed } = matchOperation(request.method ?? "", normalize(target));
  const context: RequestContext = {
    method,
    target,
    headers: request.headers,
    operation,
    params,
    malformed: malformedRequest(request, isMalformed),
    caller: undefined,
    expired: undefined,
    hit: undefined,
    undoCount: undefined,
  };
  contexts.set(request, context);
  return context;
}

function malformedRequest(request: IncomingMessage, isPathMalformed: boolean): HttpError | undefined {
  if (isPathMalformed) return new HttpError("malformedRequest", "The path is not a valid percent-encoding.");
  const fault = framingFault(request);
  return fault === undefined ? undefined : new HttpError("malformedRequest", fault);
}
