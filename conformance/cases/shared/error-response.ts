/** What an error response (§2.14) is about, its text, and the fields that its issues name. */
import { STATUS_CODES } from "node:http";
import { bodyOf, isObject, type JsonObject } from "../../model/body.ts";
import type { Exchange } from "../case.ts";

const isClientErrorBut =
  (...excluded: readonly number[]) =>
  ({ status }: Exchange) =>
    status >= 400 && status < 500 && !excluded.includes(status);

/** A 4xx that may be about the body's content: 401 and 403 are about the caller, 405 about the method. */
export const mayConcernBody = isClientErrorBut(401, 403, 405);

/** A 4xx that a quota, a plan or a permission may explain. With 401, 404 and 405 the endpoint would not exist. */
export const mayForbid = isClientErrorBut(401, 404, 405);

/** A 4xx that can only be about the body. 402, 403 and 409 may be about a plan, the caller, or an existing item. */
export const concernsBody = isClientErrorBut(401, 402, 403, 404, 405, 409);

/** 402, 423 or 451, or a 409 whose issues name no field: the product takes no feedback, or the plan allows no more. */
export const declinesFeedback = (exchange: Exchange): boolean =>
  [402, 423, 451].includes(exchange.status) || (exchange.status === 409 && pathsNamedIn(exchange).length === 0);

export function issuesOf(exchange: Exchange): readonly JsonObject[] {
  const { issues } = bodyOf(exchange);
  return Array.isArray(issues) ? issues.filter(isObject) : [];
}

/** The first elements of validators' paths: the name of the body, or the root of a JSON Pointer or a JSONPath. */
const roots = ["body", "", "#", "$"];

/** The paths of the issues, relative to the body. A path that is a text, such as `$.content.body`, is split. A target may call it otherwise. */
export function pathsNamedIn(exchange: Exchange): readonly (readonly string[])[] {
  return issuesOf(exchange).flatMap((issue) => {
    const path = issue.path ?? Object.values(issue).find(Array.isArray);
    if (!Array.isArray(path)) return [];
    const names = path.flatMap((name) => String(name).split(/[./]/));
    const start = names.findIndex((name) => !roots.includes(name));
    return start < 0 ? [] : [names.slice(start)];
  });
}

/** The status, the error and the issues without their paths. E-mail addresses are left out. */
export function errorTextOf(exchange: Exchange): string {
  const issues = issuesOf(exchange).map(({ code, message }) => [code, message]);
  const text = JSON.stringify([exchange.status, bodyOf(exchange).error, issues]);
  return text.replace(/[\w.+-]+(?:@|\.at\.)[\w.]+/g, "");
}

/** The error says no more than the status does, such as `Bad Request`, and has no issues. */
export function isGenericError(exchange: Exchange): boolean {
  const { error } = bodyOf(exchange);
  const letters = (text: unknown) => (typeof text === "string" ? text.toLowerCase().replace(/[^a-z]/g, "") : "");
  return issuesOf(exchange).length === 0 && ["", letters(STATUS_CODES[exchange.status])].includes(letters(error));
}
