/** Logs requests, without headers, bodies, queries and identifiers of a path, because each may hold a secret. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { contract } from "./contract.ts";
import { prefix } from "./match-operation.ts";
import { contextOf } from "./request-context.ts";

export interface LoggedRequest {
  readonly method: string;
  /** The path of the operation or page, such as `/api/v1/products/{productId}` or `/settings`; undefined if there is none. */
  readonly path: string | undefined;
  /** Undefined if the connection was closed before the response was sent. */
  readonly status: number | undefined;
  /** From the request's headers to the end of the response, in milliseconds. */
  readonly ms: number;
  /** The id of the caller's organization, with valid credentials. */
  readonly organization: string | undefined;
}

/** As Express leaves a request that one of its routes has answered: by patterns, such as `/:token`, and not by what came. */
interface RoutedRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
}

/** Calls `log` when the response has ended. */
export function logWhenDone(
  request: RoutedRequest,
  response: ServerResponse,
  log: (request: LoggedRequest) => void,
): void {
  const startedAt = performance.now();
  response.once("close", () => {
    const { method, operation, caller } = contextOf(request);
    log({
      method,
      path: operation === undefined ? pageOf(request) : prefix + contract.operation(operation).path,
      status: response.writableFinished ? response.statusCode : undefined,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      organization: caller?.orgId,
    });
  });
}

function pageOf({ baseUrl = "", route }: RoutedRequest): string | undefined {
  const pattern = typeof route?.path === "string" ? route.path : "";
  const path = baseUrl + pattern;
  return path.length > 1 ? path.replace(/\/$/, "") : path || undefined;
}
