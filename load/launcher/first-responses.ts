/** The first responses of each operation, with which its responses at higher rates are compared. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { medianLatency } from "./rising-latency.ts";

/** At most how many first responses are used, and how many there must be. */
const maxResponses = 10;
export const minResponses = 3;

export interface FirstResponses {
  readonly operation: string;
  /** In milliseconds; undefined if there are too few responses. */
  readonly median: number | undefined;
  /** The rate, in requests a second, at which the last of the `minResponses` was sent. */
  readonly perSecond: number;
}

/** `rateAt`: how many requests were sent in the same second. Responses at more than `lowRate` are used only if there are too few others. */
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
