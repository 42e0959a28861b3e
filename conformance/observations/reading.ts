/** What observers see of an exchange: whether it shows a choice, what it asked for, and what it was told. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject, type JsonObject, listedItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import type { OperationAnswer } from "./format.ts";

/** The client's or a gateway's trouble, or stated (401, 429): no choice of the service. */
const statusesWithoutChoice: readonly number[] = [401, 408, 421, 425, 429];

/** An answer to one who presented a credential that was to be served, which shows what the target chose. */
export function isChoice({ operation, kind, status }: Exchange): boolean {
  const isCaller = kind === "api-key" || kind === "session";
  return (
    operation !== undefined && isCaller && status >= 200 && status < 500 && !statusesWithoutChoice.includes(status)
  );
}

/** A 4xx that is a choice. */
export const isClientError = (exchange: Exchange) => isChoice(exchange) && exchange.status >= 400;

/** The choices among the answers to one of these operations. */
export function responsesTo(
  exchanges: readonly Exchange[],
  ...operations: readonly OperationId[]
): readonly Exchange[] {
  return exchanges.filter((one) => one.operation !== undefined && operations.includes(one.operation) && isChoice(one));
}

/** The objects that a success shows: the items of its list, or its body. */
export function shownObjects(exchange: Exchange): readonly JsonObject[] {
  if (!exchange.isSuccess) return [];
  const body = exchange.json();
  const isList = exchange.operation?.startsWith("list") === true;
  return (isList ? listedItems(exchange) : [body]).filter(isObject);
}

/** As the request's body was labelled. */
export const mediaType = ({ request }: Exchange) =>
  request.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];

/** The request's body as JSON; undefined where it has none, or is none. */
export function requestJson({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

/** The own field of an object that a dotted name leads to: `content.body`. */
export function fieldAt(body: unknown, name: string): unknown {
  return name.split(".").reduce((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), body);
}

/** The issues of an error body (§2.14): their codes, and what they locate, as a dotted name below the body. */
export function issuesOf(exchange: Exchange): readonly { readonly code: string | undefined; readonly field: string }[] {
  const body = exchange.json();
  if (!isObject(body) || !Array.isArray(body.issues)) return [];
  return body.issues.filter(isObject).map(({ code, path }) => ({
    code: typeof code === "string" ? code : undefined,
    field: Array.isArray(path) ? path.map(String).join(".") : "",
  }));
}

/** Their statuses, each with its operation. */
export const statusesByOperation = (exchanges: readonly Exchange[]): readonly OperationAnswer[] =>
  exchanges.flatMap(({ operation, status }) =>
    operation === undefined ? [] : [{ operation, answer: String(status) }],
  );
