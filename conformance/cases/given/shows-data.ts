/** What is an answer to somebody, whatever was asked for. */
import { isObject } from "../../model/body.ts";
import type { Exchange } from "../case.ts";

/** A resource, a status, or a list with something in it: also where no operation was asked for that the contract declares. */
export function showsData(exchange: Exchange): boolean {
  const body = exchange.isSuccess ? exchange.json() : undefined;
  const list = isObject(body) && Array.isArray(body.data) ? body.data : body;
  return Array.isArray(list)
    ? list.length > 0
    : isObject(list) && [list.id, list.feedbackId].some((id) => typeof id === "string");
}
