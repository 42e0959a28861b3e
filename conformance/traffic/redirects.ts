/** Follows redirects as clients do, so that an operation is judged by the response to the last request. */
import type { OperationId } from "../../spec/contract.ts";
import { type Exchange, type ExchangeResponse, headerValues } from "../model/exchange.ts";
import type { Recorded } from "./recorded.ts";

type Request = Pick<Recorded["request"], "method" | "url">;

const keyOf = ({ method, url }: Request) => `${method} ${url}`;

const statuses = [301, 302, 303, 307, 308];

export const isRedirect = ({ status }: Pick<Exchange, "status">) => statuses.includes(status);

/** A redirect to the same path, such as to https, to another host, or with a slash at the end. */
export function isSamePlace(exchange: Exchange): boolean {
  const { url } = exchange.request;
  const location = exchange.header("location");
  if (location === undefined || !URL.canParse(location, url)) return false;
  const pathBelow = (text: string) => new URL(text, url).pathname.replace(/^.*?\/v1\//, "/v1/").replace(/\/$/, "");
  return pathBelow(location) === pathBelow(url);
}

export class Redirects {
  readonly #operations = new Map<string, OperationId>();

  /** The operation whose request was redirected to this one. */
  operationOf(request: Request): OperationId | undefined {
    return this.#operations.get(keyOf(request));
  }

  /** Notes where a redirect leads. Returns whether the response is a redirect. */
  note({ method, url }: Request, { status, headers }: ExchangeResponse, operation: OperationId): boolean {
    if (!statuses.includes(status)) return false;
    const [location] = headerValues(headers, "location");
    if (location === undefined) return false;
    if (URL.canParse(location, url)) {
      const followed = { method: status === 303 ? "GET" : method, url: new URL(location, url).href };
      if (followed.method === method) this.#operations.set(keyOf(followed), operation);
    }
    return true;
  }
}
