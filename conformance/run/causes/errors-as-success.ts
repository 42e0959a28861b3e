/** Errors that come with a 2xx, whatever their body is. */
import { showsBody } from "../../laws/json-bodies.ts";
import { bodyOf, hasErrorText, isObject, isWrappedList } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";

/** Whether an exchange is an error that came with a 2xx. */
export type IsErrorAsSuccess = (exchange: Exchange) => boolean;

/**
 * The error bodies are `{ error }` and `{ error, issues }`, and each body that came with a 2xx to different operations
 * although the requests had no valid credentials, or an unknown identifier: no two resources have the same body.
 */
export function errorsAsSuccess(exchanges: readonly Exchange[], context: LawContext): IsErrorAsSuccess {
  const operations = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const { operation, response } = exchange;
    // Lists of different operations may have the same body: `{ data: null }`.
    if (operation === undefined || response === undefined || isWrappedList(operation)) continue;
    if (!isWronglyServed(exchange) || !showsNoResource(exchange, context)) continue;
    operations.set(response.body, (operations.get(response.body) ?? new Set()).add(operation));
  }
  const isOfSeveral = (body: string) => (operations.get(body)?.size ?? 0) > 1;
  return (exchange) => exchange.isSuccess && (isErrorBody(exchange) || isOfSeveral(exchange.response?.body ?? ""));
}

/** To an unknown identifier, a server may answer with an object of nulls: it has found nothing, and made no error. */
const isWronglyServed = (exchange: Exchange) =>
  exchange.isSuccess && (!isAuthenticated(exchange) || (exchange.intent === "unknown-id" && !exchange.isJson()));

function showsNoResource(exchange: Exchange, context: LawContext): boolean {
  if (!showsBody(exchange) || exchange.response?.body === "") return false;
  return !exchange.isJson() || (isObject(exchange.json()) && context.problems(exchange).length > 0);
}

const isErrorBody = (exchange: Exchange) =>
  hasErrorText(exchange.json()) && Object.keys(bodyOf(exchange)).every((name) => name === "error" || name === "issues");
