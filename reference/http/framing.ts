/** Requests whose end a proxy and a server may see at different places of the connection, so that one hides in another. */
import type { IncomingMessage } from "node:http";

const faults = new WeakMap<IncomingMessage, string>();

/** Whether something is wrong with a new request. Its connection is then not read further (RFC 9112, 6.1 and 6.3). */
export function hasFramingFault(request: IncomingMessage): boolean {
  const fault = faultOf(request);
  if (fault !== undefined) faults.set(request, fault);
  return fault !== undefined;
}

/** What `hasFramingFault` found, as a sentence; undefined if nothing. */
export const framingFault = (request: IncomingMessage): string | undefined => faults.get(request);

function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return `HTTP/${httpVersion} is not supported.`;
  if (httpVersion === "1.1" && headers.host === undefined) return "The Host header is missing.";
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host").length > 1) {
    return "There is more than one Host header.";
  }
  // RFC 9112, 6.1.
  const { "transfer-encoding": coding } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0")) {
    return "This Transfer-Encoding is not supported.";
  }
  return undefined;
}
