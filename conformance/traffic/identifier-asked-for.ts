/** The last identifier in a request's path. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";

const patterns: Readonly<Record<string, RegExp>> = {
  getProduct: /^\/v1\/products\/([^/?]+)\/?(?:\?|$)/,
  getProblem: /^\/v1\/products\/[^/?]+\/problems\/([^/?]+)\/?(?:\?|$)/,
  getOrganization: /^\/v1\/organizations\/([^/?]+)\/?(?:\?|$)/,
  getFeedbackStatus: /^\/v1\/feedback\/([^/?]+)\/status\/?(?:\?|$)/,
};

/** Decoded; undefined if the operation shows no item by its identifier, or the path cannot be decoded. */
export function identifierAskedFor(exchange: Exchange): string | undefined {
  const encoded = patterns[exchange.operation ?? ""]?.exec(pathOf(exchange))?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
