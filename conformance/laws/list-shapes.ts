/** §2: which lists are wrapped in an object, and which are bare arrays. */

import { isBareList, isObject, isWrappedList, quoted } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

/** §2: `{ data: [...] }`. */
export const listsWrapped: Law = {
  id: "resource.lists-wrapped",
  clause: "resource.wrapped",
  claim: "Lists of products, features, problems, releases, contexts and actors are wrapped: { data: [...] }",
  judge(exchange) {
    if (!exchange.isSuccess || !isWrappedList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    if (isObject(body) && Array.isArray(body.data)) return holds;
    return fails({ expected: "an object with an array `data`", actual: shapeOf(body) });
  },
};

/** §2: a bare JSON array. */
export const listsBare: Law = {
  id: "resource.lists-bare",
  clause: "resource.bare",
  claim: "The lists of organizations and of members are bare arrays",
  judge(exchange) {
    if (!exchange.isSuccess || !isBareList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    return Array.isArray(body) ? holds : fails({ expected: "a bare array", actual: shapeOf(body) });
  },
};

function shapeOf(body: unknown): string {
  if (Array.isArray(body)) return "a bare array";
  if (!isObject(body)) return body === null ? "null" : `a ${typeof body}`;
  return `an object with ${Object.keys(body).slice(0, 5).map(quoted).join(", ") || "nothing in it"}`;
}
