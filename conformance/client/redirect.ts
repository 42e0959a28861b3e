/** Which redirects the client follows: those to the same origin that repeat the request with its credential. */
import { type ExchangeResponse, headerValues } from "../model/exchange.ts";

/** At most this many redirects of one request are followed. */
export const maxRedirects = 5;

/**
 * The absolute URL at which to repeat a request of `method`; undefined if the redirect is not followed: it leads to
 * another origin, is a 301 to 303 that would change the method, or has no usable `Location`.
 */
export function redirectTarget(response: ExchangeResponse, method: string, url: string): string | undefined {
  if (!keepsMethod(response.status, method)) return undefined;
  const [location] = headerValues(response.headers, "location");
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  const isElsewhere = target.origin !== new URL(url).origin || target.username !== "" || target.password !== "";
  return isElsewhere ? undefined : target.href;
}

function keepsMethod(status: number, method: string): boolean {
  if (status === 307 || status === 308) return true;
  return (status === 301 || status === 302 || status === 303) && (method === "GET" || method === "HEAD");
}
