/** Durations between exchanges. They are upper bounds, whatever the network did. */
import type { Exchange } from "../../model/exchange.ts";

/** From the sending of the first to the receipt of the last, in milliseconds. */
export const spanMs = (first: Exchange, last: Exchange) => last.receivedAt - first.sentAt;

/** As verdicts print it. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
