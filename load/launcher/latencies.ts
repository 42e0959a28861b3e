/** The latencies of requests, as the tables and the user's thresholds have them. */
import { type Exchange, latencyMs } from "../../conformance/model/exchange.ts";
import { isHidden } from "../in-k6/answers.ts";

/** After a shorter wait the connection was lost, which is no latency. */
const minWaitMs = 1000;

/** What was answered; or waited for, and then given up, which takes at least as long. */
const isTimed = (exchange: Exchange) =>
  exchange.response !== undefined || exchange.receivedAt - exchange.sentAt >= minWaitMs;

const timeOf = (exchange: Exchange) =>
  exchange.response === undefined ? exchange.receivedAt - exchange.sentAt : latencyMs(exchange);

/**
 * In milliseconds, in ascending order. Leaves out what `scenario` asks for only to see it rejected: how fast that is says nothing of what is
 * served.
 */
export const latenciesOf = (exchanges: readonly Exchange[], scenario = ""): readonly number[] =>
  exchanges
    .filter((exchange) => isTimed(exchange) && !isHidden(exchange, scenario))
    .map(timeOf)
    .sort((a, b) => a - b);
