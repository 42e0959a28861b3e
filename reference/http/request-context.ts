/** The context of a request: made when a step first asks for it. */

import type { IncomingMessage } from "node:http";
import { HttpError } from "../parts/http-error.ts";
import type { RequestContext } from "../parts/request-context.ts";
import { matchOperation } from "./match-operation.ts";

const contexts = new WeakMap<IncomingMessage, RequestContext>();

export function contextOf(request: IncomingMessage): RequestContext {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const { operation, params, isMalformed } = matchOperation(request.method ?? "", request.url ?? "");
  const context: RequestContext = {
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
