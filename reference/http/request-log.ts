/** Logs requests, without headers, bodies, queries and identifiers of a path, because each may hold a secret. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { contract } from "./contract.ts";
import { prefix } from "./match-operation.ts";
import { contextOf } from "./request-context.ts";

export interface LoggedRequest {
  /** Undefined if what came is not HTTP. */
  readonly method: string | undefined;
  /** The path of the operation or page, such as `/api/v1/products/{productId}` or `/settings`; undefined if there is none. */
  readonly path: string | undefined;
  /** Undefined if the connection was closed before the response was sent. */
  readonly status: number | undefined;
  /** From the request's headers to the end of the response, in milliseconds; undefined if there were no headers that can be read. */
  readonly ms: number | undefined;
  /** The id of the caller's organization, with valid credentials. */
  readonly organization: string | undefined;
}

/** As Express leaves a request that one of its routes has answered: by patterns, such as `/:token`, and not by what came. */
interface RoutedRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
}

/** The statuses that were written to a connection instead of the application's response. */
const writtenInstead = new WeakMap<ServerResponse, number>();

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
      status: response.writableFinished ? response.statusCode : writtenInstead.get(response),
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      organization: caller?.orgId,
    });
  });
}

/** Logs what could not be read: with the line of the request that it belongs to, `current`, or with one of its own. */
export function logUnreadable(
  current: ServerResponse | undefined,
  status: number,
  log: ((request: LoggedRequest) => void) | undefined,
): void {
  if (current !== undefined) writtenInstead.set(current, status);
  else log?.({ method: undefined, path: undefined, status, ms: undefined, organization: undefined });
}

function pageOf({ baseUrl = "", route }: RoutedRequest): string | undefined {
  const pattern = typeof route?.path === "string" ? route.path : "";
  const path = baseUrl + pattern;
  return path.length > 1 ? path.replace(/\/$/, "") : path || undefined;
}
