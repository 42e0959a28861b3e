/** What a run of `limit` leaves open: whether the server serves one request or a few more than the limit (§8). */
import { is429 } from "../../conformance/laws/limiter/single-exchange.ts";
import { seconds, spanMs } from "../../conformance/laws/limiter/timeline.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";

/** A request too many counts only if it recurs. So many rounds of `limit` have two in which requests are sent in order. */
const minRounds = 3;

/**
 * A note, if using up the limit took longer than a legal limiter needs to give one request back: 50 ms for 100 requests in 5 s. A
 * request too many is then not distinguished from one that was given back. Another note, if the limit was used up too few times. No
 * note if no 429 came.
 */
export function oneTooManyNotes(
  exchanges: readonly Exchange[],
  { limit, windowSeconds }: RateLimit,
): readonly string[] {
  const refillMs = (windowSeconds * 1000) / limit;
  const times = crossingTimes(exchanges, limit);
  if (times.length === 0) return [];
  const fastestMs = Math.min(...times);
  if (fastestMs < refillMs) {
    if (times.length >= minRounds) return [];
    const why = "it counts only if it recurs";
    return [
      `not judged: whether one request more than the limit is served: ${why}, for which --duration ${minRounds * windowSeconds} takes the time`,
    ];
  }
  const count = Math.floor(fastestMs / refillMs);
  const more = `${count === 1 ? "one request" : `${count} requests`} more than the limit, or a few more, ${count === 1 ? "is" : "are"}`;
  return [
    `not judged: whether ${more} served. Using up ${limit} took ${seconds(fastestMs)}, and a limiter may give one back every ${seconds(refillMs)}: a lower limit or a longer window would show it`,
  ];
}

/** The times, in ms, from the sending of the first of `limit` served requests of an organization to the 429 that follows them. */
function crossingTimes(exchanges: readonly Exchange[], limit: number): readonly number[] {
  const times: number[] = [];
  const served = new Map<string | undefined, Exchange[]>();
  for (const exchange of exchanges) {
    const before = served.get(exchange.organization) ?? [];
    const first = before.at(-limit);
    if (is429(exchange) && first !== undefined) times.push(spanMs(first, exchange));
    if (is429(exchange)) before.length = 0;
    else before.push(exchange);
    served.set(exchange.organization, before);
  }
  return times;
}
