/** Reads exchanges for observers: whether they show a choice, the request, and the response. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject, type JsonObject, rawListItems } from "../model/body.ts";
import { type Exchange, headerValues, isAuthenticated } from "../model/exchange.ts";
import type { OperationAnswer } from "./format.ts";

/** Statuses that the document states (401, 429), or that come from the client or a gateway. They show no choice. */
const statusesWithoutChoice: readonly number[] = [401, 408, 421, 425, 429];

/** The caller had a credential that should be served, so the response shows the target's choice. */
export function isChoice(exchange: Exchange): boolean {
  const { operation, status } = exchange;
  const isAnswer = status >= 200 && status < 500 && !statusesWithoutChoice.includes(status);
  return operation !== undefined && isAuthenticated(exchange) && isAnswer;
}

/** A 4xx that shows a choice. */
export const isClientError = (exchange: Exchange) => isChoice(exchange) && exchange.status >= 400;

/** The responses of these operations that show a choice. */
export function responsesTo(
  exchanges: readonly Exchange[],
  ...operations: readonly OperationId[]
): readonly Exchange[] {
  return exchanges.filter(
    (exchange) => exchange.operation !== undefined && operations.includes(exchange.operation) && isChoice(exchange),
  );
}

export const isList = ({ operation }: Exchange) => operation?.startsWith("list") === true;

/** The objects in a success: the items of its list, or its body. */
export function shownObjects(exchange: Exchange): readonly JsonObject[] {
  if (!exchange.isSuccess) return [];
  return (isList(exchange) ? rawListItems(exchange) : [exchange.json()]).filter(isObject);
}

/** The Content-Type of the request. */
export const mediaType = ({ request }: Exchange) => headerValues(request.headers, "content-type")[0];

/** The value at a dotted name, such as `content.body`. Inherited properties are ignored. */
export function fieldAt(body: unknown, name: string): unknown {
  return name.split(".").reduce((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), body);
}

/** The issues of an error body (§2.14): their codes, and their paths as dotted names below the body. */
export function issuesOf(exchange: Exchange): readonly { readonly code: string | undefined; readonly field: string }[] {
  const body = exchange.json();
  if (!isObject(body) || !Array.isArray(body.issues)) return [];
  return body.issues.filter(isObject).map(({ code, path }) => ({
    code: typeof code === "string" ? code : undefined,
    field: Array.isArray(path) ? path.map(String).join(".") : "",
  }));
}

/** Each exchange's status with its operation. */
export const statusesByOperation = (exchanges: readonly Exchange[]): readonly OperationAnswer[] =>
  exchanges.flatMap(({ operation, status }) =>
    operation === undefined ? [] : [{ operation, answer: String(status) }],
  );
