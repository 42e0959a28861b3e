import { isObject } from "../../model/body.ts";
import type { Exchange } from "../case.ts";

/** A success with a resource, a status, or a list with items; also for a path or method of no operation. */
export function showsData(exchange: Exchange): boolean {
  const body = exchange.isSuccess ? exchange.json() : undefined;
  const list = isObject(body) && Array.isArray(body.data) ? body.data : body;
  return Array.isArray(list)
    ? list.length > 0
    : isObject(list) && [list.id, list.feedbackId].some((id) => typeof id === "string");
}
