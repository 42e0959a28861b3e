/** What one exchange shows of its organization's rate limiter (§8). */
import { hasErrorText } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";

export const isGet = ({ request }: Exchange) => request.method === "GET";

/** A 2xx as an endpoint gives it. To another spelling of a path, a server may also answer 200 with a page, or with an error. */
export const isServed = (exchange: Exchange) =>
  exchange.isSuccess && (exchange.operation !== undefined || (exchange.isJson() && !hasErrorText(exchange.json())));

/** A 2xx to a valid API key. Whether any other request counts, the document does not say. */
export const isCertainlyCounted = (exchange: Exchange) => exchange.kind === "api-key" && isServed(exchange);

/** `X-RateLimit-Remaining`, where the request is certainly counted. */
export const reportedRemaining = (exchange: Exchange) =>
  isCertainlyCounted(exchange) ? remainingOf(exchange) : undefined;

export const is429 = ({ status }: Exchange) => status === 429;

/** Only a key's: a session may have its own limit, so its 429 does not show that the organization's is exceeded. */
export const isKey429 = (exchange: Exchange) => exchange.kind === "api-key" && is429(exchange);

/**
 * A key's 429 whose `X-RateLimit-Remaining` reports no remaining requests. A 429 that reports some may be of another
 * limit, such as a gateway's limit on concurrency. A value above the limit is taken for 0: some servers write -1 as
 * 18446744073709551615.
 */
export function isExhausted(exchange: Exchange): boolean {
  const remaining = remainingOf(exchange) ?? 0;
  return isKey429(exchange) && (remaining <= 0 || remaining > (limitOf(exchange) ?? remaining));
}
