/** The latencies of requests, as the tables and the user's thresholds have them. */
import { type Exchange, latencyMs } from "../../conformance/model/exchange.ts";
import { mayBeRejected } from "../in-k6/answers.ts";

/** After a shorter wait the connection was lost, which is no latency. */
const minWaitMs = 1000;

/**
 * In milliseconds. Of a request that was waited for and then given up, as long as that: it takes at least as long. Undefined if the connection
 * was lost, and for a rejection that may be expected: how fast that is says nothing of what is served.
 */
export function latencyOf(exchange: Exchange): number | undefined {
  if (mayBeRejected(exchange)) return undefined;
  if (exchange.response !== undefined) return latencyMs(exchange);
  const waitedMs = exchange.receivedAt - exchange.sentAt;
  return waitedMs >= minWaitMs ? waitedMs : undefined;
}

/** In ascending order. */
export const latenciesOf = (exchanges: readonly Exchange[]): readonly number[] =>
  exchanges.flatMap((exchange) => latencyOf(exchange) ?? []).sort((a, b) => a - b);
