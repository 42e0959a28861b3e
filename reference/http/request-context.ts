/** The context of a request: made when a step first asks for it. */

import type { IncomingMessage } from "node:http";
import { HttpError } from "../parts/http-error.ts";
import type { RequestContext } from "../parts/request-context.ts";
import { matchOperation } from "./match-operation.ts";

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** `method`: as it came, where the request's is another by now. */
export function contextOf(request: IncomingMessage, method = request.method ?? ""): RequestContext {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const { url: target = "" } = request;
  const { operation, params, isMalformed } = matchOperation(request.method ?? "", target);
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
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    return new HttpError("malformedRequest", "The Host header is missing.");
  }
  return undefined;
}
