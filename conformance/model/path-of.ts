/** How messages name a request's path. Laws import this file, also inside k6: no npm. */
import type { Exchange } from "./exchange.ts";

/** The path below the base URL, as the document writes paths. */
export function pathOf(exchange: Exchange): string {
  const at = exchange.request.url.indexOf("/v1/");
  return at < 0 ? exchange.request.url : exchange.request.url.slice(at);
}
