/** The identifiers in a request's path, decoded. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";

const patterns: Readonly<Record<string, RegExp>> = {
  getProduct: /^\/v1\/products\/([^/?]+)\/?(?:\?|$)/,
  getProblem: /^\/v1\/products\/[^/?]+\/problems\/([^/?]+)\/?(?:\?|$)/,
  getOrganization: /^\/v1\/organizations\/([^/?]+)\/?(?:\?|$)/,
  getFeedbackStatus: /^\/v1\/feedback\/([^/?]+)\/status\/?(?:\?|$)/,
};

/** The last identifier in the path; undefined if the operation shows no item by its identifier, or the path cannot be decoded. */
export const identifierAskedFor = (exchange: Exchange) => identifierBy(patterns[exchange.operation ?? ""], exchange);

/** The product's identifier in the path; undefined if the path has none, or it cannot be decoded. */
export const productInPath = (exchange: Exchange) => identifierBy(/^\/v1\/products\/([^/?]+)\//, exchange);

function identifierBy(pattern: RegExp | undefined, exchange: Exchange): string | undefined {
  const encoded = pattern?.exec(pathOf(exchange))?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
