/** What one exchange shows of its organization's rate limiter (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";

export const isGet = ({ request }: Exchange) => request.method === "GET";

/** Sent with a valid API key, and answered 2xx. Of any other request the document does not say whether it counts. */
export const isCertainlyCounted = (exchange: Exchange) => exchange.kind === "api-key" && exchange.isSuccess;

/** `X-RateLimit-Remaining`, where the request is certainly counted. */
export const reportedRemaining = (exchange: Exchange) =>
  isCertainlyCounted(exchange) ? remainingOf(exchange) : undefined;

export const is429 = ({ status }: Exchange) => status === 429;

/** A session may have a limit of its own: its 429 does not show that the organization's is exceeded. */
export const isKey429 = (exchange: Exchange) => exchange.kind === "api-key" && is429(exchange);

/**
 * A key's 429 that does not report requests left. One that does may be of another limit, such as a gateway's own on concurrency. More
 * than the limit is none: -1 as an unsigned number is 18446744073709551615.
 */
export function isExhausted(exchange: Exchange): boolean {
  const remaining = remainingOf(exchange) ?? 0;
  return isKey429(exchange) && (remaining <= 0 || remaining > (limitOf(exchange) ?? remaining));
}
