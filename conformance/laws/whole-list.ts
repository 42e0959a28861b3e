/**
 * Whether a list is whole, or may be a first page (§8 shows no limits for pages). Only a whole list proves that an item
 * does not exist. A list is whole if it does not say that more follows, and a longer list was read (`isShorter`), since
 * its page was not full. Laws also accept a list whose size no page has (`proofOfWhole`).
 */
import { isObject, rawListItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";

export const isShorter = (list: Exchange, other: Exchange) =>
  rawListItems(other).length > rawListItems(list).length && !announcesMore(list);

/**
 * The exchange that proves that a list is whole: a longer list of the same operation; or the list itself, if no page
 * has its size. In recorded traffic, a request with a query may ask for a later page.
 */
export function proofOfWhole(list: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  if (list.request.url.includes("?") || announcesMore(list)) return undefined;
  const longer = exchanges.find((other) => other.operation === list.operation && isShorter(list, other));
  return longer ?? (mayBePageSize(rawListItems(list).length) ? undefined : list);
}

/**
 * Usual sizes of pages are multiples of 4 or 5, and 1 or 2 while a server is tested. An empty list is not a page. A server whose pages have
 * another size, 7 for example, and do not say that more follows would be judged by a part of its list.
 */
const mayBePageSize = (size: number) => size > 0 && (size < 3 || size % 4 === 0 || size % 5 === 0);

/** Has a link to a next page, a cursor, or a number of items that is greater than the list's, under any name. */
export function announcesMore(list: Exchange): boolean {
  const size = rawListItems(list).length;
  const announces = (name: string, value: unknown): boolean => {
    if (isObject(value)) return Object.entries(value).some(([inner, of]) => announces(inner, of));
    if (/total|count/i.test(name)) return Number(value) > size;
    return /next|more|cursor/i.test(name) && Boolean(value);
  };
  const body = list.json();
  const { data: _, ...others } = isObject(body) ? body : {};
  return announces("", others) || /rel="?next/i.test(list.header("link") ?? "");
}
