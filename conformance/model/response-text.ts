/** How messages describe a request and its response. */
import { truncatedJson } from "../../spec/body.ts";
import type { Exchange } from "./exchange.ts";

/** Status and the beginning of the body. */
export function answerOf(exchange: Exchange): string {
  const body = exchange.response?.body ?? "";
  const text = exchange.isJson() ? truncatedJson(exchange.json()) : body === "" ? "an empty body" : truncatedJson(body);
  return `${exchange.status} with ${text}`;
}

/** The path below the base URL, as the document writes paths. */
export function pathOf(exchange: Exchange): string {
  const at = exchange.request.url.indexOf("/v1/");
  return at < 0 ? exchange.request.url : exchange.request.url.slice(at);
}
