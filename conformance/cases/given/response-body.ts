/** Fields of a response's body, which may be anything. */
import { isObject, type JsonObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The body as an object; an empty one where it is none. */
export function bodyOf(exchange: Exchange): JsonObject {
  const body = exchange.json();
  return isObject(body) ? body : {};
}

export function stringIn(exchange: Exchange, field: string): string | undefined {
  const value = bodyOf(exchange)[field];
  return typeof value === "string" ? value : undefined;
}
