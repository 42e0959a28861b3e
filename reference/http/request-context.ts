/** The context of a request: made when a step first asks for it. */

import type { IncomingMessage } from "node:http";
import { HttpError } from "../parts/http-error.ts";
import type { RequestContext } from "../parts/request-context.ts";
import { type Router, router } from "../parts/router.ts";
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
  const { httpVersion, headers, rawHeaders } = request;
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return faulty(`HTTP/${httpVersion} is not supported.`);
  if (httpVersion === "1.1" && headers.host === undefined) return faulty("The Host header is missing.");
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host").length > 1) {
    return faulty("There is more than one Host header.");
  }
  // If a proxy and a server disagree on a message's end, one request hides in another (RFC 9112, 6.1).
  const { "transfer-encoding": coding } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0")) {
    return faulty("This Transfer-Encoding is not supported.");
  }
  return undefined;
}

/** A malformed request, after which the connection is not read further. */
const faulty = (message: string) => new HttpError("malformedRequest", message, [], { Connection: "close" });
