/** The first responses of each operation, with which those at a higher rate are compared. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { medianLatency } from "./rising-latency.ts";

/** How many are compared, and how many there must be. */
const maxResponses = 10;
export const minResponses = 3;

export interface FirstResponses {
  readonly operation: string;
  /** In milliseconds; undefined if there are too few responses. */
  readonly median: number | undefined;
  /** The rate, in requests a second, at which there were enough. */
  readonly perSecond: number;
}

/** `rateAt`: how many requests were sent in the second in which this one was. Responses at more than `lowRate` are used only where there are too few others. */
export const firstResponsesOf = (
  exchanges: readonly Exchange[],
  rateAt: (exchange: Exchange) => number,
  lowRate: number,
): readonly FirstResponses[] =>
  groupBy(exchanges, ({ operation }) => operation ?? "").map((of) => {
    const served = of.filter(({ isSuccess }) => isSuccess);
    const low = served.filter((exchange) => rateAt(exchange) <= lowRate);
    const first = (low.length < minResponses ? served : low).slice(0, maxResponses);
    const last = first[minResponses - 1];
    return {
      operation: of[0]?.operation ?? "",
      median: last && medianLatency(first),
      perSecond: last === undefined ? Number.POSITIVE_INFINITY : rateAt(last),
    };
  });
