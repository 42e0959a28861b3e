/** Requests that time out, which make a run much longer than was forecast. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";

/** A function that takes each exchange, and says once for each operation that a request timed out. */
export function timeoutReporter(say: (sentence: string) => void): (exchange: Exchange) => void {
  const reported = new Set<string | undefined>();
  return (exchange) => {
    const { operation, reason, failure, request } = exchange;
    if (reason !== "timeout" || reported.has(operation)) return;
    reported.add(operation);
    say(`! ${request.method} ${pathOf(exchange)} ${failure}: each further request that is not answered takes as long`);
  };
}
