/** The HTTP request for an `Outgoing`, without the credentials. */
import type { Operation } from "../../spec/contract.ts";
import type { ExchangeRequest } from "../model/exchange.ts";
import type { Outgoing } from "./outgoing.ts";

export const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Throws if a path parameter is missing, which is an error of the suite. */
export function requestOf(outgoing: Outgoing, operation: Operation, baseUrl: string): ExchangeRequest {
  const { path, method } = { ...operation, ...outgoing.undeclared };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = outgoing.parameters?.[name];
    if (value === undefined) throw new Error(`${outgoing.operation} was sent without ${name}`);
    return encodeURIComponent(value);
  });
  const { accept, contentType = "application/json", headers = [] } = outgoing;
  const hasBody = outgoing.rawBody !== undefined || outgoing.body !== undefined;
  return {
    method,
    url: `${baseUrl}${filled}`,
    headers: [
      ...(accept === undefined ? [] : [["accept", accept] as const]),
      ...(hasBody && contentType !== null ? [["content-type", contentType] as const] : []),
      ...headers,
    ],
    body: outgoing.rawBody ?? (outgoing.body === undefined ? "" : JSON.stringify(outgoing.body)),
  };
}
