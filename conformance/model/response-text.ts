/** How messages describe a request and its response. */
import { truncatedJson } from "../../spec/body.ts";
import type { Exchange } from "./exchange.ts";

/** Status and the beginning of the body. */
export function answerOf(exchange: Exchange): string {
  const body = exchange.response?.body ?? "";
  const text = exchange.isJson() ? truncatedJson(exchange.json()) : body === "" ? "an empty body" : truncatedJson(body);
  return `${exchange.status} with ${text}`;
}
