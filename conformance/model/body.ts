/** What a law reads in the body of a success: the items of a list, or one resource. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "./exchange.ts";
import { bareLists, type Resource, resources, wrappedLists } from "./resources.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The request's body, parsed; undefined if it is empty or not JSON. */
export function requestJson({ request }: Pick<Exchange, "request">): unknown {
  // Most requests have no body, and it takes long to catch an error.
  if (request.body === "") return undefined;
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

/** The body as an object; an empty object if it is none. */
export function bodyOf(exchange: Exchange): JsonObject {
  const body = exchange.json();
  return isObject(body) ? body : {};
}

/** A field of the body; undefined if it is not a string. */
export function stringIn(exchange: Exchange, field: string): string | undefined {
  const value = bodyOf(exchange)[field];
  return typeof value === "string" ? value : undefined;
}

const wrapped: ReadonlySet<OperationId | undefined> = new Set(wrappedLists);
const bare: ReadonlySet<OperationId | undefined> = new Set(bareLists);

export const isWrappedList = (operation: OperationId | undefined) => wrapped.has(operation);
export const isBareList = (operation: OperationId | undefined) => bare.has(operation);

/** The items of a list's success body, wrapped or bare; empty if the body is no such list. */
export const rawListItems = (exchange: Exchange): readonly unknown[] => rawListItemsIfAny(exchange) ?? [];

/** The same; undefined if the body is no such list. */
export const rawListItemsIfAny = (exchange: Exchange): readonly unknown[] | undefined =>
  itemsAs(exchange, exchange.operation);

function itemsAs(exchange: Exchange, operation: OperationId | undefined): readonly unknown[] | undefined {
  if (!exchange.isSuccess) return undefined;
  const body = exchange.json();
  const items = isWrappedList(operation) && isObject(body) ? body.data : body;
  return (isBareList(operation) || items !== body) && Array.isArray(items) ? items : undefined;
}

const resourceOfOperation: ReadonlyMap<OperationId | undefined, Resource> = new Map(
  resources.flatMap((resource) =>
    [...resource.listedBy, ...resource.shownBy].map((operation) => [operation, resource] as const),
  ),
);

/** The resource that a success of the operation shows, alone or as items of a list. */
export const resourceOf = (operation: OperationId | undefined) => resourceOfOperation.get(operation);

/** What the exchange shows as items of the operation's resource, which may be no objects. */
export function shownResources(exchange: Exchange): readonly unknown[] {
  const { operation } = exchange;
  if (isWrappedList(operation) || isBareList(operation)) return rawListItems(exchange);
  return exchange.isSuccess && resourceOf(operation) !== undefined && exchange.isJson() ? [exchange.json()] : [];
}

/** A response of one of the 18 endpoints, with any status. */
export function isAnswered(exchange: Exchange): boolean {
  return exchange.operation !== undefined && exchange.response !== undefined;
}

/** The body has the `error` of an error body (§2.14). */
export const hasErrorText = (body: unknown): body is JsonObject & { readonly error: string } =>
  isObject(body) && typeof body.error === "string";

/** An error response of one of the 18 endpoints. */
export function isError(exchange: Exchange): boolean {
  return isAnswered(exchange) && exchange.status >= 400 && exchange.status <= 599;
}

/** A text as a report shows it: quoted, cut at 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 79)}…`);
}

/** An item of a list, with its identifier. */
export interface Listed {
  readonly id: string;
  readonly fields: { readonly [name: string]: unknown };
}

/** The resource that the body is, if it has an `id`; and the items of a list. */
export function identifiedResources(exchange: Exchange): readonly Listed[] {
  const id = stringIn(exchange, "id");
  return id === undefined ? listItems(exchange) : [{ id, fields: bodyOf(exchange) }, ...listItems(exchange)];
}

/** The items of a list whose identifier is a string. */
export const listItems = (exchange: Exchange): readonly Listed[] => listedAs(exchange, exchange.operation);

/** As `listItems`, but for a request that the contract does not declare, such as one with a query: the body is read as the operation's list. */
export function listedAs(exchange: Exchange, operation: OperationId | undefined): readonly Listed[] {
  const resource = resourceOf(operation);
  if (resource === undefined) return [];
  const listed: Listed[] = [];
  for (const item of itemsAs(exchange, operation) ?? []) {
    const id = isObject(item) ? item[resource.identifier] : undefined;
    if (isObject(item) && typeof id === "string") listed.push({ id, fields: item });
  }
  return listed;
}
