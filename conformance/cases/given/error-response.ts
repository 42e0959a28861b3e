/** What an error response says (§2.14): what it may be about, its text, and the fields that its issues name. */
import { STATUS_CODES } from "node:http";
import { bodyOf, isObject, type JsonObject } from "../../model/body.ts";
import type { Exchange } from "../case.ts";

const isClientErrorBut =
  (...excluded: readonly number[]) =>
  ({ status }: Exchange) =>
    status >= 400 && status < 500 && !excluded.includes(status);

/** A 4xx that may be about the body's content: 401 and 403 are about the caller, 405 about the method. */
export const mayConcernBody = isClientErrorBut(401, 403, 405);

/** A 4xx that a quota, a plan or a permission may explain; 401, 404 and 405 would mean that there is no such endpoint. */
export const mayForbid = isClientErrorBut(401, 404, 405);

/** A 4xx that may be about the body and nothing else: 402, 403 and 409 are about a plan, the caller, or what exists already. */
export const concernsBody = isClientErrorBut(401, 402, 403, 404, 405, 409);

/** 402, or a 409 whose issues name no field: the product takes no feedback, or the plan no more of it. */
export const declinesFeedback = (exchange: Exchange): boolean =>
  exchange.status === 402 || (exchange.status === 409 && pathsNamedIn(exchange).length === 0);

export function issuesOf(exchange: Exchange): readonly JsonObject[] {
  const { issues } = bodyOf(exchange);
  return Array.isArray(issues) ? issues.filter(isObject) : [];
}

/** What validators put in front of a path: the name of the body, or the root of a JSON Pointer or of a JSONPath. */
const roots = ["body", "", "#", "$"];

/** The paths of its issues below the body. What is no path but one text, such as `$.content.body`, is taken apart. */
export function pathsNamedIn(exchange: Exchange): readonly (readonly string[])[] {
  return issuesOf(exchange).flatMap(({ path }) => {
    if (!Array.isArray(path)) return [];
    const names = path.flatMap((name) => String(name).split(/[./]/));
    const start = names.findIndex((name) => !roots.includes(name));
    return start < 0 ? [] : [names.slice(start)];
  });
}

/** Its status, its error and its issues without their paths; e-mail addresses are left out. */
export function errorTextOf(exchange: Exchange): string {
  const issues = issuesOf(exchange).map(({ code, message }) => [code, message]);
  const text = JSON.stringify([exchange.status, bodyOf(exchange).error, issues]);
  return text.replace(/[\w.+-]+(?:@|\.at\.)[\w.]+/g, "");
}

/** It says no more than its status, such as `Bad Request`, and has no issues. */
export function isGenericError(exchange: Exchange): boolean {
  const { error } = bodyOf(exchange);
  const letters = (text: unknown) => (typeof text === "string" ? text.toLowerCase().replace(/[^a-z]/g, "") : "");
  return issuesOf(exchange).length === 0 && ["", letters(STATUS_CODES[exchange.status])].includes(letters(error));
}
