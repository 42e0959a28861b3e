/** How messages name a request and its path. Laws import this file, also inside k6: no npm. */
import type { Exchange } from "./exchange.ts";

/** The path below the base URL, as the document writes paths. */
export function pathOf(exchange: Exchange): string {
  const at = exchange.request.url.indexOf("/v1/");
  return at < 0 ? exchange.request.url : exchange.request.url.slice(at);
}

/** `POST /v1/feedback (exchange 33)`. */
export const requestName = (exchange: Exchange) =>
  `${exchange.request.method} ${pathOf(exchange)} (exchange ${exchange.index})`;
